const isList: (value: unknown) => value is unknown[] = Array.isArray;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `stories.0.title`. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  return path.split('.').reduce<unknown>((part, step) => {
    if (isList(part)) return part[Number(step)];
    return isObject(part) ? part[step] : undefined;
  }, value);
}

/** A copy with `next` as the value at the path. */
export function withValueAt(value: unknown, path: string, next: unknown): unknown {
  if (path === '') return next;
  const [step = '', ...rest] = path.split('.');
  if (isList(value)) return value.map((item, index) => (index === Number(step) ? withValueAt(item, rest.join('.'), next) : item));
  return { ...(isObject(value) ? value : {}), [step]: withValueAt(isObject(value) ? value[step] : undefined, rest.join('.'), next) };
}

/** The paths of the fields in which two values differ. */
export function differingPaths(one: unknown, other: unknown, path = ''): string[] {
  const join = (step: string | number) => (path ? `${path}.${step}` : String(step));
  if (isList(one) && isList(other)) {
    return Array.from({ length: Math.max(one.length, other.length) }, (_, index) =>
      differingPaths(one[index], other[index], join(index)),
    ).flat();
  }
  if (isObject(one) && isObject(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => differingPaths(one[key], other[key], join(key)));
  return one === other ? [] : [path];
}
