import { useLayoutEffect, useRef } from "preact/hooks";

interface NumberFieldProps {
  /** The stored number, as text; empty for none. */
  readonly stored: string;
  readonly class: string;
  readonly step: number;
  readonly min?: number;
  readonly max?: number;
  /** Called when the person has finished. Null for an empty field. */
  readonly onNumber: (value: number | null, field: HTMLInputElement) => void;
}

/** A field for a number that can also change otherwise. Rendering it again does not disturb somebody who is writing. */
export function NumberField({ stored, onNumber, ...attributes }: NumberFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = stored;
  }, [stored]);
  return (
    <input
      {...attributes}
      ref={field}
      type="number"
      onChange={(event) => {
        const { value, valueAsNumber, validity } = event.currentTarget;
        // A browser reports what is no number as empty.
        if (validity.badInput) event.currentTarget.value = stored;
        else onNumber(value === "" ? null : valueAsNumber, event.currentTarget);
      }}
    />
  );
}
