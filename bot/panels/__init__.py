"""What people see and press: panels, buttons, menus and forms."""
