"""The database: tables, sessions, migrations, lists in pages."""
