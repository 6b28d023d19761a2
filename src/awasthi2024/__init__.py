"""The paper: a folder for each topic, with its claims, their checks and figures."""
