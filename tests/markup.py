"""Reading HTML in tests."""

from __future__ import annotations

from html.parser import HTMLParser

#: Elements that have no end tag.
VOID = {"meta", "link", "img", "br", "input", "wbr"}


class Outline(HTMLParser):
    """Collects elements and text; fails on a tag that is not closed in its order.

    Attributes:
        elements: (tag, attributes) of every element, in order.
        text: pieces of text.
    """

    def __init__(self):
        super().__init__()
        self.open, self.elements, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    @property
    def tags(self):
        return [tag for tag, _ in self.elements]

    @property
    def ids(self):
        return [values["id"] for _, values in self.elements if "id" in values]

    def all(self, tag):
        """The attributes of every element of a tag."""
        return [values for name, values in self.elements if name == tag]


def outline_of(html):
    """The outline of a page in which every element is closed."""
    outline = Outline()
    outline.feed(html)
    assert outline.open == []
    return outline
