export function keyMissing(id: string): Error {
  return new Error(`There is no key ${JSON.stringify(id)}; \`needledrop keys list\` shows them.`);
}
