/**
 * Removes a field from a record by its path ("audio_files[0].wav"). If the record does not have it, because it is
 * missing where it is required, removes the object that lacks it. Returns false if there is nothing to remove.
 */
export function withoutField(record: object, path: string): boolean {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  for (let length = steps.length; length > 0; length--) {
    const parent = at(record, steps.slice(0, length - 1));
    const step = steps[length - 1] ?? "";
    if (Array.isArray(parent) && Number(step) < parent.length) {
      parent.splice(Number(step), 1);
      return true;
    }
    if (isRecord(parent) && Object.hasOwn(parent, step)) return Reflect.deleteProperty(parent, step);
  }
  return false;
}

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isRecord(inner) ? inner[step] : undefined;
  }, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
