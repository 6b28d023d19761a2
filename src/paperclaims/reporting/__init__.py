"""The site: pages in Markdown, which Sphinx reads, and claim notebooks as their own files."""
