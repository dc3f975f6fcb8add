/**
 * No older version is offered by the update feed any more, and apps that are older say so. Count it up when a version has a
 * fault that nobody should run.
 */
export const minimumVersion = '0.3.0';
