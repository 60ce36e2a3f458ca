"""What lies in the data folder beside the database: photos, the list of friendly creatures."""
