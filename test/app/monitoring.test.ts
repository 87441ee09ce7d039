import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildServices, type Services } from "../../src/app/services.ts";
import { TestInstallation } from "./setup.ts";

const FOLDER = join(import.meta.dir, "../../docs/monitoring");
/** What Prometheus adds to the name of a histogram. */
const HISTOGRAM_PARTS = /_(?:bucket|sum|count)$/;
/** Labels that Prometheus adds when it scrapes. */
const SCRAPED_LABELS = new Set(["job", "instance", "le"]);

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly Panel[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

const installation = new TestInstallation();
let services: Services;
beforeAll(async () => {
  services = await buildServices(await installation.open(), { version: "0.0.0", ownUrl: () => "http://127.0.0.1" });
  await services.app.modules;
});
afterAll(() => installation.remove());

const dashboard = JSON.parse(readFileSync(join(FOLDER, "grafana-dashboard.json"), "utf8")) as Dashboard;
const alerts = Bun.YAML.parse(readFileSync(join(FOLDER, "alerts.yml"), "utf8")) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const panels = dashboard.panels.filter(({ type }) => type !== "row");
const rules = alerts.groups.flatMap((group) => group.rules);
const expressions = [...panels.flatMap(({ targets = [] }) => targets), ...rules].map(({ expr }) => expr);

/** Returns what is wrong with the metrics and labels of a query. */
function faultsOf(expr: string): readonly string[] {
  const known = new Map(services.features.flatMap((one) => one.metrics ?? []).map((metric) => [metric.name, metric]));
  const faults: string[] = [];
  for (const match of expr.matchAll(/(needledrop_\w+)(\{[^}]*\})?/g)) {
    const { 1: name = "", 2: selector = "", index: at } = match;
    const metric = known.get(name) ?? known.get(name.replace(HISTOGRAM_PARTS, ""));
    if (metric === undefined) faults.push(`${name} does not exist`);
    else if (HISTOGRAM_PARTS.test(name) !== (metric.type === "histogram")) faults.push(`${name} is a ${metric.type}`);
    for (const [, label = ""] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) {
      if (!SCRAPED_LABELS.has(label) && metric?.labels.some((one) => one === label) !== true)
        faults.push(`${name} has no label ${label}`);
    }
    const isRate = /(?:rate|increase)\($/.test(expr.slice(0, at));
    if (isRate && metric?.type === "gauge") faults.push(`${name} is a gauge and has no rate`);
  }
  return faults;
}

/** Returns whether brackets are balanced outside of quotes. */
function isBalanced(expr: string): boolean {
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { ")": "(", "}": "{", "]": "[" };
  for (const character of expr.replaceAll(/"[^"]*"/g, "")) {
    if ("({[".includes(character)) open.push(character);
    else if (character in pairs && open.pop() !== pairs[character]) return false;
  }
  return open.length === 0;
}

describe("the dashboard and the alert rules", () => {
  test("use only metrics and labels that exist, in balanced queries", () => {
    expect(expressions.length).toBeGreaterThan(40);
    expect(expressions.flatMap(faultsOf)).toEqual([]);
    expect(expressions.filter((expr) => !isBalanced(expr))).toEqual([]);
    expect(expressions.filter((expr) => !expr.includes("needledrop_"))).toEqual([]);
  });

  test("use every metric, except those that repeat others", () => {
    const metrics = services.features.flatMap((one) => one.metrics ?? []).map(({ name }) => name);
    const used = expressions.join("\n");
    const unused = metrics.filter((name) => !used.includes(name));
    expect(unused.toSorted()).toEqual([
      "needledrop_analysis_duration_seconds",
      "needledrop_audio_measured_total",
      "needledrop_catalog_generation",
      "needledrop_duty_last_done_timestamp_seconds",
      "needledrop_duty_runs_total",
      "needledrop_store_checked_bytes_total",
      "needledrop_upload_bytes_total",
    ]);
  });

  test("the check finds an unknown metric, label and bracket", () => {
    expect(faultsOf("rate(needledrop_nothing_total[5m])")).toEqual(["needledrop_nothing_total does not exist"]);
    expect(faultsOf('needledrop_jobs{colour="red"}')).toEqual(["needledrop_jobs has no label colour"]);
    expect(faultsOf("needledrop_search_duration_seconds")).toEqual([
      "needledrop_search_duration_seconds is a histogram",
    ]);
    expect(faultsOf("rate(needledrop_jobs[5m])")).toEqual(["needledrop_jobs is a gauge and has no rate"]);
    expect(isBalanced("sum(rate(needledrop_jobs[5m])")).toBe(false);
  });
});

describe("the dashboard", () => {
  test("has a shape that Grafana imports: ids, places without overlap, titles, a data source to choose", () => {
    expect(dashboard.uid).toBe("needledrop");
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(["datasource", "job", "instance"]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const taken = new Set<string>();
    for (const { title, description, targets = [], gridPos } of panels) {
      expect([title, description]).not.toContain("");
      expect(targets.length).toBeGreaterThan(0);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect([title, taken.has(`${x}/${y}`)]).toEqual([title, false]);
          taken.add(`${x}/${y}`);
        }
      }
    }
  });
});

describe("the alert rules", () => {
  test("have the fields of a Prometheus rule, unique names, a severity and what to do", () => {
    expect(alerts.groups.map(({ name }) => name)).toEqual(["needledrop"]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule.alert).toMatch(/^Needledrop[A-Z]\w+$/);
      expect(rule.for ?? "1m").toMatch(/^\d+[smh]$/);
      expect(["warning", "critical"]).toContain(rule.labels.severity);
      expect(rule.annotations.summary).toMatch(/\.$/);
      expect(rule.annotations.action).toMatch(/\.$/);
      expect(
        Object.keys(rule).filter((key) => !["alert", "expr", "for", "labels", "annotations"].includes(key)),
      ).toEqual([]);
    }
  });
});
