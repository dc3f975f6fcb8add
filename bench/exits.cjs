// The floor of every command: an Electron app that ends at once.
process.exit(0);
