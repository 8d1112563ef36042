"""The form of an action on a panel, whether it is to be done now or planned ahead."""
