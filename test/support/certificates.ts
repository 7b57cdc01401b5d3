import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate for loopback servers that play public ones, and the authority to trust for it. */
export interface Certificate {
  key: string;
  cert: string;
  /** For NODE_EXTRA_CA_CERTS. */
  caFile: string;
  remove(): void;
}

/** Names are host names or IP addresses. Made anew by openssl, in a temp folder. */
export function makeCertificate(...names: string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const file = (name: string) => join(folder, name);
  const openssl = (args: string) => execFileSync("openssl", args.split(" "), { cwd: folder, stdio: "pipe" });
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  const alternatives = names.map((name) => (/^[\d.]+$|:/.test(name) ? `IP:${name}` : `DNS:${name}`));
  writeFileSync(file("names.cnf"), `subjectAltName=${alternatives.join(",")}\n`);
  openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -subj /CN=test-authority -days 2`);
  openssl(`req ${key} -keyout server.key -out server.csr -subj /CN=test-server`);
  openssl(
    "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names.cnf -out server.pem -days 2",
  );
  return {
    key: readFileSync(file("server.key"), "utf8"),
    cert: readFileSync(file("server.pem"), "utf8"),
    caFile: file("ca.pem"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
