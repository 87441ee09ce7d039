import { Icon } from "../controls/icon.tsx";
import { dismissNotice, notice } from "../lib/notices.ts";
import { t } from "../lib/texts.ts";

/** The latest message. Screen readers speak it. */
export function NoticeBar() {
  const shown = notice.value;
  return (
    <div class="notice-place" role="status">
      {shown === null ? null : (
        <div class={shown.isBad ? "notice bad" : "notice"}>
          <span>{shown.text}</span>
          {shown.action === null ? null : (
            <button type="button" class="button quiet small" onClick={shown.action.run}>
              {shown.action.label}
            </button>
          )}
          <button type="button" class="icon-button" aria-label={t("notice.close")} onClick={dismissNotice}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
