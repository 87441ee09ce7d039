/**
 * Values above which the doctor warns, by the alert of docs/monitoring/alerts.yml that uses the same value. A test compares both.
 */
export const ALERT_THRESHOLDS = {
  /** Requests that were answered with 500. */
  NeedledropErrors: 0,
  /** Seconds that the oldest due search has waited. */
  NeedledropSearchesWait: 60,
  /** Seconds that the oldest due webhook has waited. */
  NeedledropWebhooksWait: 300,
  /** Failed attempts of webhooks, as a share of all. */
  NeedledropWebhooksFail: 0.5,
  /** Seconds that a task waited for the request thread, 99th percentile. */
  NeedledropSlow: 0.25,
  NeedledropFilesOpen: 5_000,
  /** Failed runs of a duty in a row. */
  NeedledropDutyFails: 3,
  NeedledropLogDropped: 0,
} as const;
