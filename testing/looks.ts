/** A way that the page does something by one piece of its own, and what shows that a file goes around it. */
interface OneWay {
  readonly rule: string
  readonly breaks: RegExp
  /** Where the piece itself is, and what has a reason of its own. */
  readonly except: readonly string[]
}

export const ONE_WAY: readonly OneWay[] = [
  {
    rule: 'sizes of text are styles of the theme (`theme.typography`)',
    breaks: /\bfontSize: ['"]?[\d.]/,
    except: [
      'web/ui/theme/',
      // A picture, in two sizes.
      'web/ui/pictures/Mark.tsx',
      // Archives open from the disk, without the page.
      'web/offlineReader/',
    ],
  },
  {
    rule: 'numbers, sizes and times are written by `shared/format`',
    breaks: /\.toLocale(?:Date|Time)?String\(/,
    except: [],
  },
  {
    rule: 'whether somebody holds a permission is asked by `grants`',
    breaks: /\bpermissions\??\.includes\(/,
    except: ['web/graphql/access.ts'],
  },
  {
    rule: 'the latest of what a part was given is `useLatest`',
    // A function that is made there was not given.
    breaks: /^ {2}latest\.current = (?!\()/m,
    except: ['web/ui/text/useLatest.ts'],
  },
]

/** Those of the rules that a file of the page breaks, each with the file before it. */
export const brokenIn = (file: string, text: string): string[] =>
  ONE_WAY.flatMap(({ rule, breaks, except }) =>
    breaks.test(text) && !except.some((start) => file.startsWith(start)) ? [`${file}: ${rule}`] : [],
  )

/** How many declarations two looks may have in common by chance. */
const BY_CHANCE = 2

const PIECE =
  /^(?:export )?const (\w+) = styled\([^\n]*?\)\((?:\(\{ theme \}\) => \()?\{((?:.*\}|\n[\s\S]*?^\}))\)/gm

/** The declarations of a look, without those inside of others. */
function declarationsIn(body: string): string[] {
  const found = ['']
  let depth = 0
  for (const character of body.replace(/^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ')) {
    if ('{[('.includes(character)) depth += 1
    if ('}])'.includes(character)) depth -= 1
    if (character === ',' && depth === 0) found.push('')
    else found[found.length - 1] += character
  }
  return found.map((each) => each.replaceAll(', }', ' }').trim()).filter((each) => each !== '')
}

/** The styled pieces of a file with their declarations in one order; those that may be alike by chance left out. */
export const piecesIn = (file: string, text: string): { name: string; look: string }[] =>
  [...text.matchAll(PIECE)].flatMap(([, name = '', body = '']) => {
    const declarations = declarationsIn(body.replace(/\}$/, ''))
    const look = declarations.sort().join('; ')
    return declarations.length > BY_CHANCE ? [{ name: `${file} ${name}`, look }] : []
  })
