/** Text of at most `lengthMax` characters, with an ellipsis where something was cut off. Messages quote what a file holds. */
export function shortened(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}
