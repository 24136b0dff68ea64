-- The account that a named ad account is reached through: a manager account of Google, a customer of Microsoft. NULL without one, for
-- spreadsheets, and for names of before: those were in the list that a connection gives, which has it.
ALTER TABLE named_resources ADD COLUMN via TEXT;
