"""The strategy books: pages for the phone, without any outside request; see ``shell``."""
