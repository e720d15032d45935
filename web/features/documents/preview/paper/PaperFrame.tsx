import { useEffect, useMemo, useRef } from 'react'
import { styled } from '../../../../ui/theme/styled.tsx'
import { light } from '../../../../ui/theme/tokens.ts'

const Frame = styled('iframe')({
  flex: 1,
  minHeight: 0,
  width: '100%',
  border: 0,
  // The frame's page is see-through only where it has the scheme of what is around it.
  colorScheme: 'light',
})

/** Nothing is loaded, run, sent or framed; pictures come with the text. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

/** A sheet of paper, white in both schemes, with the type of a book. */
const STYLE = `
  html { background: transparent; }
  body { margin: 0; padding: 24px 16px; font: 16px/1.6 'IBM Plex Sans', Calibri, Carlito, 'Segoe UI', system-ui, sans-serif; color: ${light.ink}; text-size-adjust: 100%; }
  main { box-sizing: border-box; max-width: 816px; margin: 0 auto; padding: 64px 72px; background: ${light.surface}; border: 1px solid ${light.line}; overflow-wrap: break-word; }
  h1, h2, h3, h4, h5, h6 { margin: 1.6em 0 .5em; line-height: 1.25; font-weight: 600; letter-spacing: -.01em; }
  h1 { font-size: 26px; } h2 { font-size: 21px; } h3 { font-size: 18px; } h4, h5, h6 { font-size: 16px; }
  main > :first-child { margin-top: 0; } main > :last-child { margin-bottom: 0; }
  p, ul, ol, table, blockquote { margin: 0 0 .85em; }
  li > p { margin-bottom: .3em; }
  .title { font-size: 30px; } .subtitle { color: ${light.ink3}; }
  blockquote { padding-left: 16px; border-left: 3px solid ${light.line}; color: ${light.ink2}; }
  hr { margin: 2.5em -72px; border: 0; border-top: 1px dashed ${light.lineStrong}; }
  img { max-width: 100%; height: auto; }
  img.missing { padding: 4px 8px; border: 1px dashed ${light.control}; font-size: 13px; color: ${light.ink3}; }
  a[title] { color: ${light.tones.accent.text}; text-decoration: underline dotted; }
  table { border-collapse: collapse; display: block; max-width: 100%; overflow-x: auto; font-variant-numeric: tabular-nums; }
  td, th { padding: 6px 10px; border: 1px solid ${light.lineStrong}; vertical-align: top; text-align: left; min-width: 40px; }
  td > :last-child, th > :last-child { margin-bottom: 0; }
  pre { margin: 0; font: 13px/1.6 ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; tab-size: 4; }
  main.text { padding: 24px 28px; max-width: 1040px; }
  ins { color: ${light.tones.success.text}; text-decoration: underline; text-decoration-thickness: 2px; background: ${light.tones.success.tint}; }
  del { color: ${light.tones.danger.text}; text-decoration: line-through; background: ${light.tones.danger.tint}; }
  ins.moved, del.moved { text-decoration-style: double; }
  ins[title], del[title] { cursor: help; }
  .pilcrow { opacity: .6; }
  .number { font-variant-numeric: tabular-nums; }
  p:has(.level-1) { padding-left: 24px; } p:has(.level-2) { padding-left: 48px; } p:has(.level-3) { padding-left: 72px; }
  p:has(.level-4, .level-5, .level-6, .level-7, .level-8) { padding-left: 96px; }
  mark { color: inherit; background: ${light.tones.sun.tint}; box-shadow: inset 0 -2px ${light.tones.sun.main}; }
  mark.ground-green, mark.ground-blue, mark.ground-red, mark.ground-grey { box-shadow: none; }
  mark.ground-green { background: ${light.tones.success.tint}; } mark.ground-blue { background: ${light.tones.info.tint}; }
  mark.ground-red { background: ${light.tones.danger.tint}; } mark.ground-grey { background: ${light.tones.neutral.tint}; }
  .ink-red { color: ${light.tones.danger.main}; } .ink-green { color: ${light.tones.success.main}; } .ink-blue { color: ${light.tones.info.main}; }
  .commented { background: ${light.tones.sun.tint}; border-bottom: 2px solid ${light.tones.sun.main}; }
  .comment-mark { font-weight: 600; color: ${light.tones.sun.text}; }
  .comment { margin: 0 0 1em 24px; padding: 8px 12px; font-size: 14px; line-height: 1.45; background: ${light.tones.sun.tint}; border-left: 3px solid ${light.tones.sun.main}; }
  .comment p { margin: 0; } .comment .comment-head { font-weight: 600; font-size: 12.5px; color: ${light.tones.sun.text}; } .comment p + .comment-head { margin-top: 8px; }
  mark.found { box-shadow: none; background: color-mix(in srgb, ${light.tones.sun.main} 45%, transparent); }
  mark.found:target { color: ${light.onAccent}; background: ${light.tones.accent.main}; scroll-margin: 30vh; }
  body:has(#unmarked:target) mark.found { color: inherit; background: none; }
  #unmarked { position: fixed; }
  .hidden-text { text-decoration: underline dotted; color: ${light.ink3}; }
  .formula { font-style: italic; }
  .watermark { font-weight: 600; letter-spacing: .08em; color: ${light.ink3}; }
  .running { margin: 0 0 24px; padding: 8px 12px; font-size: 13px; color: ${light.ink2}; border: 1px dashed ${light.line}; }
  .running p { margin: 0; } .running .running-kind { font-size: 11px; letter-spacing: .04em; text-transform: uppercase; color: ${light.ink3}; }
  main > .running:last-child, main > .running:nth-last-child(2) { margin-bottom: 8px; }
  @media (max-width: 720px) { body { padding: 12px; } main { padding: 28px 20px; } h1 { font-size: 22px; } .title { font-size: 24px; } main.text { padding: 16px; } hr { margin: 2em -20px; } }
`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text that stays text within HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

/** Names a place that was found, by its index. */
export const foundId = (index: number): string => `found-${index}`
/** Where nothing that was marked shows any more. */
export const UNMARKED = 'unmarked'

interface PaperFrameProps {
  name: string
  /** What stands on the paper, already clean. */
  html: string
  /** Set as a typewriter's text, not a document's. */
  plain?: boolean
  /** Id of what is brought into view. */
  target?: string | null
}

/** Something to read in a frame of an origin of its own, in which nothing may run (DOC-43). */
export function PaperFrame({ name, html, plain = false, target = null }: PaperFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const loaded = useRef<string>(null)
  const page = useMemo(
    () =>
      `<!doctype html><html lang="und"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width"><title>${escapeHtml(name)}</title><style>${STYLE}</style></head><body><span id="${UNMARKED}"></span><main${plain ? ' class="text"' : ''}>${html}</main></body></html>`,
    [name, html, plain],
  )
  // The frame is of another origin: all that the page can do with it is to lead it to a place by its address.
  const lead = () => {
    if (target !== null) frame.current?.contentWindow?.location.replace(`about:srcdoc#${target}`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `lead` is made anew with each drawing
  useEffect(() => {
    if (loaded.current === page) lead()
  }, [page, target])
  return (
    <Frame
      // A new frame for each page: what leads the old one to a place would stop the new one from loading.
      key={page}
      ref={frame}
      srcDoc={page}
      title={name}
      sandbox=""
      onLoad={() => {
        // Being led to a place counts as loading, too.
        if (loaded.current === page) return
        loaded.current = page
        lead()
      }}
    />
  )
}
