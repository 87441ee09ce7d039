import { READABLE, type SetupAnswers, type SetupFile } from "./answers.ts";

/** Ports below this one need a capability. */
const UNPRIVILEGED_PORT = 1_024;

/** Returns a systemd unit with a sandbox in which only the data folder can be written. */
export function systemdUnit({ data, user, config, program, port }: SetupAnswers): SetupFile {
  const capability = port > 0 && port < UNPRIVILEGED_PORT ? "CAP_NET_BIND_SERVICE" : "";
  const text = `[Unit]
Description=Needledrop, the studio's music search
After=network.target
RequiresMountsFor=${quoted(data)}

[Service]
Type=notify
NotifyAccess=main
WatchdogSec=30
ExecStart=${quoted(program)} serve --config ${quoted(config)}
ExecReload=/bin/kill -HUP $MAINPID
TimeoutStartSec=15min
TimeoutStopSec=20
# A stop ends the server only, which ends its children. A decoder that is killed first looks like a damaged file.
KillMode=mixed
Restart=on-failure
RestartSec=2
User=${user}
Group=${user}
UMask=0077
LimitNOFILE=65536

# The server writes to its data folder only. It compiles code while it runs, so MemoryDenyWriteExecute must stay off.
ReadWritePaths=${quoted(data)}
ProtectSystem=strict
ProtectHome=true
PrivateTmp=true
PrivateDevices=true
ProtectClock=true
ProtectControlGroups=true
ProtectHostname=true
ProtectKernelLogs=true
ProtectKernelModules=true
ProtectKernelTunables=true
# Only its own processes: the server reads the processor time of its children.
ProtectProc=invisible
NoNewPrivileges=true
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=true
RestrictRealtime=true
RestrictSUIDSGID=true
LockPersonality=true
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
CapabilityBoundingSet=${capability}
AmbientCapabilities=${capability}

[Install]
WantedBy=multi-user.target
`;
  return { name: "needledrop.service", text, mode: READABLE };
}

/** Quotes a word of a unit: systemd.syntax(7) has C escapes, and "%" begins a specifier. */
function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%")}"`;
}
