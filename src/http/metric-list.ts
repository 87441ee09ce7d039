/** Every metric, once: `/metrics` is made from this list, and the documentation is tested against it. */
export const METRICS = {
  build: {
    name: "needledrop_build_info",
    type: "gauge",
    help: "Always 1; the label is the version of the program.",
    labels: ["version"],
  },
  startTime: {
    name: "needledrop_start_time_seconds",
    type: "gauge",
    help: "When the server started, in Unix seconds; the uptime is `time()` minus this.",
    labels: [],
  },
  requests: {
    name: "needledrop_http_requests_total",
    type: "counter",
    help: "HTTP requests answered, by route pattern (`none` where no route answers), method and status.",
    labels: ["route", "method", "status"],
  },
  requestSeconds: {
    name: "needledrop_http_request_duration_seconds",
    type: "histogram",
    help: "Time from the arrival of a request to the head of its answer, by route pattern.",
    labels: ["route"],
  },
  searches: {
    name: "needledrop_searches_total",
    type: "counter",
    help: "Searches by outcome: enqueued, joined or cached when submitted, completed or failed when they end.",
    labels: ["outcome"],
  },
  searchSeconds: {
    name: "needledrop_search_duration_seconds",
    type: "histogram",
    help: "Time from the acceptance of a search to its end.",
    labels: [],
  },
  deliveries: {
    name: "needledrop_delivery_attempts_total",
    type: "counter",
    help: "Tries to deliver a webhook, by what each one met.",
    labels: ["outcome"],
  },
  uploads: {
    name: "needledrop_uploads_total",
    type: "counter",
    help: "Uploads by outcome: accepted, or the refusal.",
    labels: ["outcome"],
  },
  uploadBytes: {
    name: "needledrop_upload_bytes_total",
    type: "counter",
    help: "Bytes of the files that were accepted.",
    labels: [],
  },
  analyses: {
    name: "needledrop_analyses_total",
    type: "counter",
    help: "Pictures and films looked at, by kind and by how it ended: processed, failed, blocked.",
    labels: ["kind", "outcome"],
  },
  analysisSeconds: {
    name: "needledrop_analysis_duration_seconds",
    type: "histogram",
    help: "How long a look at a picture or film took.",
    labels: ["kind"],
  },
  mediaMade: {
    name: "needledrop_media_made_total",
    type: "counter",
    help: "Media that were to be made, by kind (mp3, wav, watermarked, stems, peaks) and outcome: made, or failed for good.",
    labels: ["kind", "outcome"],
  },
  mediaWaiting: {
    name: "needledrop_media_waiting",
    type: "gauge",
    help: "Media queued to be made, by kind; a survey of the catalog queues the next few hundred as these are made.",
    labels: ["kind"],
  },
  audioMeasured: {
    name: "needledrop_audio_measured_total",
    type: "counter",
    help: "Audio files measured, by how it ended: measured, failed.",
    labels: ["outcome"],
  },
  jobs: {
    name: "needledrop_jobs",
    type: "gauge",
    help: "Jobs in the queue, by lane and state: waiting (due), scheduled (for later), running, failed (kept for a while).",
    labels: ["lane", "state"],
  },
  oldestWait: {
    name: "needledrop_jobs_oldest_wait_seconds",
    type: "gauge",
    help: "How long the oldest waiting job of a lane has been due.",
    labels: ["lane"],
  },
  catalogSongs: {
    name: "needledrop_catalog_songs",
    type: "gauge",
    help: "Songs in the catalog that is searched.",
    labels: [],
  },
  catalogGeneration: {
    name: "needledrop_catalog_generation",
    type: "gauge",
    help: "Number of the catalog generation that is searched; every import that changes something adds one.",
    labels: [],
  },
  indexBytes: {
    name: "needledrop_index_bytes",
    type: "gauge",
    help: "Size of the search index in memory.",
    labels: [],
  },
  logLinesDropped: {
    name: "needledrop_log_lines_dropped_total",
    type: "counter",
    help: "Lines of the log that could not be written, because the disk behind stderr is full or its reader went away.",
    labels: [],
  },
} as const satisfies Readonly<Record<string, MetricDescription>>;

export interface MetricDescription {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
}
