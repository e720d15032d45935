import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import { type Interpolation, type SerializedStyles, serializeStyles } from '@emotion/serialize'
import type { StyledComponent } from '@emotion/styled'
import { type EmotionCache, getRegisteredStyles, insertStyles } from '@emotion/utils'
import { type CSSObject, type SxProps, styled as styledByProps, type Theme } from '@mui/material/styles'
import {
  type ComponentProps,
  createElement,
  type ElementType,
  type JSX,
  type JSXElementConstructor,
} from 'react'
import { theme } from './theme.ts'

/** What an element looks like: always the same, whatever it is given. What differs is told by an attribute. */
type Look = CSSObject | ((given: { theme: Theme }) => CSSObject)

/** What any styled element takes beside its own: `sx` for one place alone, and another element to be. */
interface Common {
  as?: ElementType | undefined
  sx?: SxProps<Theme> | undefined
}

interface Styled {
  <Tag extends keyof JSX.IntrinsicElements>(
    tag: Tag,
  ): (look: Look) => StyledComponent<Common, JSX.IntrinsicElements[Tag]>
  <C extends JSXElementConstructor<ComponentProps<C>>>(
    component: C,
  ): (look: Look) => StyledComponent<ComponentProps<C> & Common>
}

interface Given extends Common {
  className?: string
  /** What the library's components tell those that stand in for a part of them. */
  ownerState?: unknown
  theme?: unknown
}

/** A styled element names what it is made of, so that one that builds upon it has a single class. */
interface Made {
  readonly tag: ElementType
  readonly looks: readonly Look[]
}

const madeOf = new WeakMap<object, Made>()

const stylesOf = (looks: readonly Look[]): SerializedStyles =>
  // The libraries' types of the same objects differ.
  serializeStyles(
    looks.map((look) => (typeof look === 'function' ? look({ theme }) : look) as Interpolation<unknown>),
  )

/** Puts a class into the page, once; whoever hands it on to another styled element has it merged there. @returns its name */
function classIn(cache: EmotionCache, styles: SerializedStyles): string {
  const name = `${cache.key}-${styles.name}`
  if (cache.registered[name] === undefined) insertStyles(cache, styles, false)
  return name
}

/**
 * An element of the product with its look: what `styled` of the component library is, for looks that ask nothing but the
 * theme. A look is worked out once and not with each rendering, which is what long lists cost most while one scrolls.
 */
export const styled = ((given: ElementType) => (look: Look) => {
  const base = typeof given === 'string' ? undefined : madeOf.get(given)
  const made: Made = { tag: base?.tag ?? given, looks: [...(base?.looks ?? []), look] }
  let styles: SerializedStyles | undefined
  let withSx: ElementType | undefined

  function StyledElement({ as, sx, className, theme: _theme, ownerState: _state, ...props }: Given) {
    const cache = useEmotionCache()
    if (sx !== undefined) {
      withSx ??= made.looks.reduce<ElementType>((tag, each) => styledByProps(tag as 'div')(each), made.tag)
      return createElement(withSx, { ...props, as, sx, className })
    }
    styles ??= stylesOf(made.looks)
    const tag = as ?? made.tag
    if (!cache) throw new Error('There is nowhere to put styles.')
    if (className === undefined || className === '') {
      return createElement(tag, { ...props, className: classIn(cache, styles) })
    }
    // Styles that come from outside hold over its own.
    const outer: string[] = []
    const rest = getRegisteredStyles(cache.registered, outer, className)
    const all = outer.length === 0 ? styles : serializeStyles([styles, ...outer], cache.registered)
    return createElement(tag, { ...props, className: `${rest}${classIn(cache, all)}` })
  }
  madeOf.set(StyledElement, made)
  return StyledElement
}) as Styled
