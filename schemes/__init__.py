"""The engine of Rangorde: from a regulation and a round to an outcome. Pure: values in, values out."""
