/** The project's repository on GitHub. What cannot import it, such as package.json, is compared with it by a test. */
export const repository = { owner: 'notafter-app', name: 'notafter' } as const;

/** The address of the repository, without a slash at the end. */
export const repositoryUrl = `https://github.com/${repository.owner}/${repository.name}`;
