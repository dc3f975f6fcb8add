type MetadataTarget = object;

const metadataByTarget = new WeakMap<MetadataTarget, Map<unknown, unknown>>();

function defineMetadata(key: unknown, value: unknown, target: MetadataTarget): void {
  const metadata = metadataByTarget.get(target) ?? new Map<unknown, unknown>();
  metadata.set(key, value);
  metadataByTarget.set(target, metadata);
}

function getOwnMetadata(key: unknown, target: MetadataTarget): unknown {
  return metadataByTarget.get(target)?.get(key);
}

function getMetadata(key: unknown, target: MetadataTarget): unknown {
  for (let owner: MetadataTarget | null = target; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const metadata = metadataByTarget.get(owner);
    if (metadata?.has(key) === true) return metadata.get(key);
  }
  return undefined;
}

// The dependency injection inside @peculiar/x509 refuses to load without these three functions of the
// metadata proposal and calls no others. They must exist before that package is imported.
if (!('getMetadata' in Reflect)) Object.assign(Reflect, { defineMetadata, getOwnMetadata, getMetadata });
