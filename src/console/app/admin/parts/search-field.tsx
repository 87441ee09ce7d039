interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** A text as a filter of a list. The list is read when the field is left, or on Enter. */
export function SearchField({ label, value, onChoose }: SearchFieldProps) {
  return (
    <input
      class="field list-filter"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value.trim())}
    />
  );
}
