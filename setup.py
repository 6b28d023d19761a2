"""What pyproject.toml cannot say: a wheel is built outside of the clone, and leaves nothing."""

from tempfile import TemporaryDirectory

from setuptools import setup

with TemporaryDirectory() as folder:
    setup(options={"build": {"build_base": folder}})
