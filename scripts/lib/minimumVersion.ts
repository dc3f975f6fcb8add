/** The project's repository on GitHub. What cannot import it, such as package.json, is compared with it by a test. */
export const repository = { owner: 'notafter-app', name: 'notafter' } as const;

/**
 * No older version is offered by the update feed any more, and apps that are older say so. Count it up when a version has a
 * fault that nobody should run.
 */
export const minimumVersion = '0.3.0';

/** The address of the repository, without a slash at the end. */
export const repositoryUrl = `https://github.com/${repository.owner}/${repository.name}`;
