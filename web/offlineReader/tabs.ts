import { el } from './elements.ts'

export interface Tab {
  id: string
  name: string
  /** Makes its content when it is first opened. */
  content(): Node
}

/** Tabs as people and screen readers know them: arrow keys, Home and End go from one to the next. */
export function tabs(all: readonly Tab[]): HTMLElement[] {
  const buttons = all.map(({ id, name }) =>
    el('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` }, name),
  )
  const panels = all.map(({ id }) =>
    el('section', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: 0 }),
  )
  const open = (chosen: number): void => {
    for (const [at, button] of buttons.entries()) {
      const isOpen = at === chosen
      button.setAttribute('aria-selected', String(isOpen))
      button.tabIndex = isOpen ? 0 : -1
      const panel = panels[at]
      if (!panel) continue
      panel.hidden = !isOpen
      if (isOpen && !panel.hasChildNodes()) panel.append(all[at]?.content() ?? '')
    }
  }
  for (const [at, button] of buttons.entries()) {
    button.addEventListener('click', () => open(at))
    button.addEventListener('keydown', (event) => {
      const last = all.length - 1
      const targets: Record<string, number> = {
        ArrowRight: at === last ? 0 : at + 1,
        ArrowLeft: at === 0 ? last : at - 1,
        Home: 0,
        End: last,
      }
      const to = targets[event.key]
      if (to === undefined) return
      event.preventDefault()
      open(to)
      buttons[to]?.focus()
    })
  }
  open(0)
  return [
    el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Parts of the archive' }, ...buttons),
    ...panels,
  ]
}
