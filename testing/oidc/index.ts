import { fork } from 'node:child_process'
import path from 'node:path'
import tls from 'node:tls'
import { makeCertificate } from '../certificate.ts'
import { Client } from '../client.ts'

export interface TestProvider {
  issuer: string
  cert: string
  /** Signs in at the provider's page as whoever has that e-mail. @param address where the product has led @returns where it leads back */
  signIn(address: string, email: string): Promise<string>
  /** Milliseconds that it has taken so far for what the product has asked it, without what browsers have. */
  spentMs(): Promise<number>
  close(): Promise<void>
}

/** What the provider of a test knows the product by. */
export const CLIENT = { clientId: 'helioroom', clientSecret: 'a-secret-of-the-provider' }

/** Has this process trust a server of a test. */
export function trust(cert: string): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert])
}

/** A real provider of OpenID Connect, in a process of its own. */
export async function startOidcProvider(): Promise<TestProvider> {
  const { key, cert } = makeCertificate()
  trust(cert)
  const child = fork(path.join(import.meta.dirname, 'process.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A flag of the product's own processes has them read messages of their own.
    execArgv: [],
  })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += String(chunk)
  })
  const issuer = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { issuer: string }) => resolve(message.issuer))
    child.once('exit', () => reject(new Error(`The provider has ended: ${said}`)))
    child.send({ key, cert })
  })
  const signIn = async (address: string, email: string): Promise<string> => {
    const browser = new Client(issuer)
    let place = address
    for (let step = 0; step < 10; step += 1) {
      if (!place.startsWith(issuer)) return place
      const answer = await browser.request(place)
      const next = answer.headers.get('location')
      if (next !== null) place = new URL(next, issuer).href
      else {
        // The page that asks for a name; its form leads back into the sign-in.
        const html = await answer.text()
        const action = /action="([^"]+)"/.exec(html)?.[1]
        if (!action) throw new Error(`The provider shows another page: ${html.slice(0, 500)}`)
        const posted = await browser.request(new URL(action, issuer).href, {
          method: 'POST',
          body: new URLSearchParams({ prompt: 'login', login: email, password: 'x' }),
        })
        place = new URL(posted.headers.get('location') ?? '', issuer).href
      }
    }
    throw new Error('The provider leads in a circle.')
  }
  return {
    issuer,
    cert,
    signIn,
    spentMs: () =>
      new Promise((resolve) => {
        child.once('message', (message: { spentMs: number }) => resolve(message.spentMs))
        child.send('spent')
      }),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}
