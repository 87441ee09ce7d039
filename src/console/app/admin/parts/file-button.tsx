interface FileButtonProps {
  readonly label: string;
  /** The media types to choose from; all without it. */
  readonly accept?: string;
  readonly isBusy: boolean;
  readonly onFile: (file: File, form: HTMLFormElement | null) => void;
}

/** A button that chooses a file. */
export function FileButton({ label, accept, isBusy, onFile }: FileButtonProps) {
  return (
    <label class="button quiet file-button">
      {label}
      <input
        type="file"
        class="hidden-text"
        accept={accept}
        disabled={isBusy}
        onChange={(event) => {
          const { files, form } = event.currentTarget;
          const file = files?.[0];
          if (file !== undefined) onFile(file, form);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
