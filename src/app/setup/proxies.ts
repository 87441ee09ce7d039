import { localAddress, publicHost, READABLE, type SetupAnswers, type SetupFile } from "./answers.ts";

/** The largest upload of the interface, 500 MB, with room for the form around it. */
const UPLOAD_MEGABYTES = 520;
/** A range request can be slow; an upload sends its answer when it is complete. */
const WAIT_SECONDS = 300;

/** Returns an example for Caddy, which gets a certificate by itself if the host is public. */
export function caddyfile(answers: SetupAnswers): SetupFile {
  const text = `# For Caddy 2. In a network without internet access, add "tls internal" or "tls chain.pem key.pem".
${publicHost(answers)} {
	request_body {
		max_size ${UPLOAD_MEGABYTES}MB
	}
	reverse_proxy ${localAddress(answers)} {
		# Send server-sent events and audio at once.
		flush_interval -1
		transport http {
			response_header_timeout ${WAIT_SECONDS}s
		}
	}
}
`;
  return { name: "Caddyfile", text, mode: READABLE };
}

/** Returns an example for nginx. */
export function nginxConf(answers: SetupAnswers): SetupFile {
  const text = `# For nginx: include it in the http block.
server {
	listen 443 ssl;
	http2 on;
	server_name ${publicHost(answers).replace(/:\d+$/, "")};
	ssl_certificate /etc/ssl/needledrop/chain.pem;
	ssl_certificate_key /etc/ssl/needledrop/key.pem;

	# Uploads are streamed: without this, nginx stores each film on its own disk first.
	client_max_body_size ${UPLOAD_MEGABYTES}m;
	proxy_request_buffering off;
	proxy_buffering off;
	proxy_read_timeout ${WAIT_SECONDS}s;
	proxy_send_timeout ${WAIT_SECONDS}s;

	location / {
		proxy_pass http://${localAddress(answers)};
		proxy_http_version 1.1;
		proxy_set_header Connection "";
		proxy_set_header Host $host;
	}
}
`;
  return { name: "nginx.conf", text, mode: READABLE };
}
