import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Who stamps in a test: a service whose authority is trusted, or another one. */
export type Stamper = 'service' | 'forger'

/** An authority for time stamps and one that nobody trusts, each with a service that openssl answers for, in a folder. */
export function stampAuthority(folder: string) {
  const at = (name: string) => path.join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  writeFileSync(
    at('ca.cnf'),
    `[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:true
[stamps]
extendedKeyUsage = critical, timeStamping
keyUsage = critical, digitalSignature
[other]
extendedKeyUsage = serverAuth
[tsa]
default_tsa = service
[service]
serial = ${at('serial')}
crypto_device = builtin
signer_digest = sha256
default_policy = 1.3.6.1.4.1.4146.2.3
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`,
  )
  writeFileSync(at('serial'), '01')
  for (const ca of ['trusted', 'stranger']) {
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${ca}.key`,
      '-out',
      `${ca}.pem`,
      '-subj',
      `/CN=${ca}`,
      '-days',
      '30',
      '-config',
      'ca.cnf',
      '-extensions',
      'ca',
    )
  }
  const certificate = (name: string, ca: string, extension: string): void => {
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
      '-config',
      'ca.cnf',
    )
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${ca}.pem`,
      '-CAkey',
      `${ca}.key`,
      '-CAcreateserial',
      '-out',
      `${name}.pem`,
      '-days',
      '30',
      '-extfile',
      'ca.cnf',
      '-extensions',
      extension,
    )
  }
  certificate('service', 'trusted', 'stamps')
  certificate('forger', 'stranger', 'stamps')
  /** Answers the request of a file into another one. */
  const reply = (request: string, { by, to }: { by: string; to: string }): void =>
    void openssl(
      ...['ts', '-reply', '-queryfile', request, '-config', 'ca.cnf', '-section', 'service'],
      ...['-signer', `${by}.pem`, '-inkey', `${by}.key`, '-out', to],
    )
  return { openssl, reply }
}
