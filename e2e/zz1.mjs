import { b, ctx, shot } from './zz-shots.mjs'

let p = await ctx(null)
await p.goto('/login')
await p.waitForLoadState('networkidle')
await shot(p, 'login')
for (const who of ['viewer', 'contributor', 'bidder', 'reports', 'outsider', 'super', 'dealadmin']) {
  p = await ctx(who)
  console.log(who, p.url())
  await shot(p, `home-${who}`)
}
p = await ctx('contributor')
for (const [n, u] of [
  ['dealroom', '/dealroom'],
  ['port', '/portfolios/republican-valley-portfolio'],
  ['nf', '/nowhere'],
  ['unk', '/portfolios/nope'],
]) {
  await p.goto(u)
  await p.waitForLoadState('networkidle')
  await p.waitForTimeout(300)
  console.log(n, p.url())
  await shot(p, n)
}
await b.close()
