/** The longest configuration file: about 30,000 orders without places, or 10,000 with an endpoint and a destination. */
export const CONFIGURATION_MAX_BYTES = 8 * 1024 * 1024;

/** The longest file of an extra CA. The bundle of all public CAs has about 230 KiB. */
export const CA_FILE_MAX_BYTES = 1024 * 1024;
