import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const kustomizationSchema = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string().optional(),
  labels: z.array(z.strictObject({ pairs: z.record(z.string(), z.string()) })).optional(),
  resources: z.array(z.string()),
  patches: z.array(z.strictObject({ path: z.string() })).optional(),
  images: z.array(z.strictObject({ name: z.string(), newTag: z.string() })).optional(),
});

/** Parses the documents of a YAML file; throws on invalid YAML and duplicate keys. */
export function readYaml(file: string, { merge = false } = {}): unknown[] {
  return parseAllDocuments(readFileSync(file, 'utf8'), { uniqueKeys: true, merge }).map((document) => {
    if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`);
    return document.toJS() as unknown;
  });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a patch as kustomize does: lists of named items are merged by name, other lists replaced. */
function merged(value: unknown, patch: unknown): unknown {
  if (isObject(value) && isObject(patch))
    return Object.fromEntries(
      [...new Set([...Object.keys(value), ...Object.keys(patch)])].map((key) => [
        key,
        key in patch ? merged(value[key], patch[key]) : value[key],
      ]),
    );
  if (!Array.isArray(value) || !Array.isArray(patch) || !patch.every((part) => isObject(part) && 'name' in part)) return patch;
  const changes = new Map(patch.map((part) => [(part as { name: unknown }).name, part as unknown]));
  return value.map((part: unknown) => (isObject(part) && changes.has(part['name']) ? merged(part, changes.get(part['name'])) : part));
}

const keyOf = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`;

/** Composes an overlay. Throws when it lists a missing file, leaves a file unlisted, or patches a resource that does not exist. */
export function composeManifests(folder: string): Manifest[] {
  const { resources, patches = [] } = kustomizationSchema.parse(readYaml(path.join(folder, 'kustomization.yaml'))[0]);
  const named = new Set(['kustomization.yaml', ...resources, ...patches.map((patch) => patch.path)]);
  const left = readdirSync(folder).find((file) => file.endsWith('.yaml') && !named.has(file));
  if (left !== undefined) throw new Error(`${path.join(folder, left)} is not listed in its kustomization.yaml.`);
  const found = resources.flatMap((resource) =>
    resource.endsWith('.yaml')
      ? readYaml(path.join(folder, resource)).map((document) => manifestSchema.parse(document))
      : composeManifests(path.join(folder, resource)),
  );
  for (const patch of patches) {
    for (const document of readYaml(path.join(folder, patch.path))) {
      const change = manifestSchema.parse(document);
      const at = found.findIndex((manifest) => keyOf(manifest) === keyOf(change));
      if (at < 0) throw new Error(`${patch.path} patches ${keyOf(change)}, which does not exist.`);
      found[at] = manifestSchema.parse(merged(found[at], change));
    }
  }
  return found;
}

const podSchema = z.looseObject({ containers: z.array(z.looseObject({})), initContainers: z.array(z.looseObject({})).optional() });

/** The pod template of a workload, or null for other kinds. */
export function podOf(manifest: Manifest): (Record<string, unknown> & { containers: Record<string, unknown>[] }) | null {
  const spec = manifest['spec'];
  const template = isObject(spec)
    ? manifest.kind === 'CronJob'
      ? (spec['jobTemplate'] as { spec: { template?: unknown } }).spec.template
      : spec['template']
    : undefined;
  return isObject(template) ? podSchema.parse(template['spec']) : null;
}
