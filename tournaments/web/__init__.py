"""Who is looking: one folder per role, with function views, forms and addresses."""
