import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '../shared/durations.ts'

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date) =>
  der(0x18, Buffer.from(at.toISOString().replaceAll(/[-:T]/g, '').replace(/\..*/, 'Z')))
const extension = (id: string, isCritical: boolean, value: Buffer) =>
  sequence(oid(id), ...(isCritical ? [der(0x01, Buffer.from([255]))] : []), der(0x04, value))

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const RSA_SHA256 = sequence(oid('2a864886f70d01010b'), der(0x05))

/**
 * A certificate of this machine that nobody trusts unless told to, for servers that tests start over HTTPS; with RSA for
 * those that sign XML.
 */
export function makeCertificate({
  isRsa = false,
  bits = 2048,
  days = 1,
}: {
  isRsa?: boolean
  bits?: number
  /** Until it ends; less than none for one that has ended. */
  days?: number
} = {}): { key: string; cert: string } {
  const { privateKey, publicKey } = isRsa
    ? generateKeyPairSync('rsa', { modulusLength: bits })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = isRsa ? RSA_SHA256 : ECDSA_SHA256
  const name = sequence(
    der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(`Test ${randomBytes(4).toString('hex')}`)))),
  )
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(
      time(new Date(Date.now() - DAY_MS * (1 + Math.abs(days)))),
      time(new Date(Date.now() + DAY_MS * days)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension('551d13', true, sequence(der(0x01, Buffer.from([255])))),
        extension('551d11', false, names),
      ),
    ),
  )
  const signature = sign('sha256', content, privateKey)
  const whole = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
