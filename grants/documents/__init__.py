"""Documents of regulations: from stored text to the engine's value and back to what a page shows."""
