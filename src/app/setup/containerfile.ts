import { READABLE, type SetupFile } from "./answers.ts";

/** A user that no other image has by chance. */
const USER_ID = 10_404;

/** Returns a Containerfile for the executable beside it. Its root can be read-only; only /data is written. */
export function containerfile(): SetupFile {
  const text = `# Put the executable "needledrop" beside this file, then:
#   podman build -t needledrop .
#   podman run --read-only --cap-drop=all --security-opt=no-new-privileges \\
#     -v needledrop:/data -p 4040:4040 -e NEEDLEDROP_BASE_URL=https://music.studio.example needledrop
FROM docker.io/library/debian:trixie-slim
COPY --chmod=0755 needledrop /usr/local/bin/needledrop
RUN install -d -o ${USER_ID} -g ${USER_ID} -m 0700 /data
USER ${USER_ID}:${USER_ID}
VOLUME /data
EXPOSE 4040
ENV NEEDLEDROP_DATA=/data NEEDLEDROP_HOST=0.0.0.0 NEEDLEDROP_LOG_FORMAT=json
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/needledrop"]
CMD ["serve"]
`;
  return { name: "Containerfile", text, mode: READABLE };
}
