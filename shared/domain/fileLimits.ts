/** The longest configuration file, and the longest file that a command reads: about 30,000 orders without places, or 10,000 with an endpoint and a destination. */
export const CONFIGURATION_MAX_BYTES = 8 * 1024 * 1024;
