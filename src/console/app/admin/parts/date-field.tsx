interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** A day as a filter of a list; empty for none. */
export function DateField({ label, value, onChoose }: DateFieldProps) {
  return (
    <label class="date-field">
      {label}
      <input class="field" type="date" value={value} onChange={(event) => onChoose(event.currentTarget.value)} />
    </label>
  );
}
