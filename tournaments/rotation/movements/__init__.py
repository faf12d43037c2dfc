"""The movements behind `tournaments.rotation.formats`, one file each."""
