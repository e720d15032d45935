import {
  createHash,
  createPrivateKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** The JSON web key of a public key, as far as COSE needs it. */
type Jwk = Readonly<Record<'x' | 'y' | 'n' | 'e', string>>

const ALGORITHMS = {
  ES256: {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    cose: ({ x, y }: Jwk) => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    sign: (key: KeyObject, data: Buffer) => createSign('sha256').update(data).sign(key),
  },
  EdDSA: {
    make: () => generateKeyPairSync('ed25519'),
    cose: ({ x }: Jwk) => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    sign: (key: KeyObject, data: Buffer) => sign(null, data, key),
  },
  RS256: {
    make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    cose: ({ n, e }: Jwk) => [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
    sign: (key: KeyObject, data: Buffer) => createSign('sha256').update(data).sign(key),
  },
  /** Offered to nobody (KEY-03). */
  ES384: {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    cose: ({ x, y }: Jwk) => [
      [1, 2],
      [3, -35],
      [-1, 2],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    sign: (key: KeyObject, data: Buffer) => createSign('sha384').update(data).sign(key),
  },
} as const satisfies Record<
  string,
  {
    make: () => { publicKey: KeyObject; privateKey: KeyObject }
    cose: (key: Jwk) => readonly (readonly [number, number | Buffer])[]
    sign: (key: KeyObject, data: Buffer) => Buffer
  }
>

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | ReadonlyMap<Cbor, Cbor> | readonly Cbor[]

/** CBOR as authenticators write it (RFC 8949): integers, texts, bytes, arrays and maps. */
export function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number): Buffer => {
    if (size < 24) return Buffer.from([(major << 5) | size])
    if (size < 256) return Buffer.from([(major << 5) | 24, size])
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap((pair) => pair.map(cbor))])
  }
  const items = [...(value as readonly Cbor[])]
  return Buffer.concat([head(4, items.length), ...items.map(cbor)])
}

/** Of the make of an authenticator, for attestations by a certificate; of nobody. */
const MAKER = {
  certificate: Buffer.from(
    'MIIBvjCCAWSgAwIBAgIBATAKBggqhkjOPQQDAjBPMQswCQYDVQQGEwJVUzENMAsGA1UECgwEVGVzdDEiMCAGA1UECwwZQXV0' +
      'aGVudGljYXRvciBBdHRlc3RhdGlvbjENMAsGA1UEAwwEVGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTI1MDEwMTAwMDAwMFow' +
      'TzELMAkGA1UEBhMCVVMxDTALBgNVBAoMBFRlc3QxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDTALBgNV' +
      'BAMMBFRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQXU/Abe15FrvlyCb0TbuattEvlnj6F6y0M/rWBOCm92lh/pNYM' +
      'saCAldM4QnJIDgGVSh1bhNkzB5Vw7MD6Xwgyoy8wLTAMBgNVHRMBAf8EAjAAMB0GA1UdDgQWBBR6WDwkW3t+jnIlCVf+UbJ7' +
      'pTu44DAKBggqhkjOPQQDAgNIADBFAiEArWHYxy2NY12ri1CU5wRX8HUe08zwZ7nrxIPm0q1tTogCIED0PFhPJJd2HbUJOM0Z' +
      'uqCZ3hReof83lIUyui6pI3EH',
    'base64',
  ),
  key: createPrivateKey({
    key: Buffer.from(
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYgOB+EhqBnroU2uqrvUpqWn74YMLsII7IxD8zAmTxAShRANC' +
        'AAQXU/Abe15FrvlyCb0TbuattEvlnj6F6y0M/rWBOCm92lh/pNYMsaCAldM4QnJIDgGVSh1bhNkzB5Vw7MD6Xwgy',
      'base64',
    ),
    format: 'der',
    type: 'pkcs8',
  }),
}

/** What an answer may say other than an honest one of its page. */
export interface Forgery {
  origin?: string
  rpId?: string
  challenge?: string
  crossOrigin?: boolean
  /** Without a fingerprint or PIN. */
  unverified?: boolean
  /** Without a touch. */
  absent?: boolean
  counter?: number
  userHandle?: string
  /** `webauthn.get` for `webauthn.create`, or the other way round. */
  type?: string
  /** By another key. */
  signedBy?: SoftPasskey
  /** In place of `none`. */
  attestation?: 'self' | 'certified'
}

/** A passkey in a software authenticator. */
export interface SoftPasskey {
  readonly id: string
  readonly userHandle: string
  counter: number
  readonly signBytes: (data: Buffer) => Buffer
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

function authenticatorData(rpId: string, counter: number, forgery: Forgery, credential?: Buffer): Buffer {
  const flags =
    (forgery.absent ? 0 : USER_PRESENT) |
    (forgery.unverified ? 0 : USER_VERIFIED) |
    (credential ? HAS_CREDENTIAL : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(forgery.counter ?? counter)
  return Buffer.concat([
    sha256(forgery.rpId ?? rpId),
    Buffer.from([flags]),
    count,
    credential ?? Buffer.alloc(0),
  ])
}

const clientData = (type: string, challenge: string, origin: string, forgery: Forgery): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: forgery.type ?? type,
      challenge: forgery.challenge ?? challenge,
      origin: forgery.origin ?? origin,
      crossOrigin: forgery.crossOrigin ?? false,
    }),
  )

const answerOf = (id: string, response: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  })

/**
 * Makes a passkey as a browser and its authenticator do, with real keys, CBOR and signatures.
 * @param options as startPasskey gives them
 * @param counts whether it counts its signatures, from 1 on
 */
export function makePasskey(
  options: string,
  {
    origin,
    algorithm = 'ES256',
    counts = true,
    ...forgery
  }: Forgery & { origin: string; algorithm?: keyof typeof ALGORITHMS; counts?: boolean },
): { passkey: SoftPasskey; response: string } {
  const { challenge, rp, user } = JSON.parse(options) as {
    challenge: string
    rp: { id: string }
    user: { id: string }
  }
  const { make, cose, sign: signWith } = ALGORITHMS[algorithm]
  const { publicKey, privateKey } = make()
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const id = randomBytes(32)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const credential = Buffer.concat([
    // An authenticator of no known make.
    Buffer.alloc(16),
    length,
    id,
    cbor(
      new Map<Cbor, Cbor>(cose(publicKey.export({ format: 'jwk' }) as Jwk) as [number, number | Buffer][]),
    ),
  ])
  const passkey: SoftPasskey = {
    id: id.toString('base64url'),
    userHandle: user.id,
    counter: counts ? 1 : 0,
    signBytes: (data) => signWith(key, data),
  }
  const authData = authenticatorData(rp.id, passkey.counter, forgery, credential)
  const data = clientData('webauthn.create', challenge, origin, forgery)
  const statement = new Map<Cbor, Cbor>()
  if (forgery.attestation) {
    const signed = Buffer.concat([authData, sha256(data)])
    const isSelf = forgery.attestation === 'self'
    statement.set('alg', -7)
    statement.set(
      'sig',
      isSelf ? passkey.signBytes(signed) : createSign('sha256').update(signed).sign(MAKER.key),
    )
    if (!isSelf) statement.set('x5c', [MAKER.certificate])
  }
  const attestationObject = cbor(
    new Map<Cbor, Cbor>([
      ['fmt', forgery.attestation ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', authData],
    ]),
  )
  const response = answerOf(passkey.id, {
    clientDataJSON: data.toString('base64url'),
    attestationObject: attestationObject.toString('base64url'),
    transports: ['internal', 'something newer'],
  })
  return { passkey, response }
}

/** Signs as a browser and the passkey's authenticator do; its counter goes up. @param options as startPasskeySignIn gives them */
export function signWithPasskey(
  passkey: SoftPasskey,
  options: string,
  { origin, ...forgery }: Forgery & { origin: string },
): string {
  const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string }
  if (passkey.counter > 0) passkey.counter += 1
  const data = clientData('webauthn.get', challenge, origin, forgery)
  const signed = authenticatorData(rpId, passkey.counter, forgery)
  const signer = forgery.signedBy ?? passkey
  return answerOf(passkey.id, {
    clientDataJSON: data.toString('base64url'),
    authenticatorData: signed.toString('base64url'),
    signature: signer.signBytes(Buffer.concat([signed, sha256(data)])).toString('base64url'),
    userHandle: forgery.userHandle ?? passkey.userHandle,
  })
}
