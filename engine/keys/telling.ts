/** Two thirds of all neighbours in words are one of these; of letters drawn by chance, one in seven. */
const AS_IN_WORDS = new Set(
  (
    'th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur ' +
    'ro ri io ic ne me li co el la ma ta ce us om di no ho ec tr so em ns ly pe wi ch ll ot ca nc ac il ee ol ct ss ge un ' +
    'pr cl iv vi id od uc du op pa av ap up ck ke ey ad ag am ai mo mi ni po ss ut ul su rs ts ty ev eo ex pt ff tt iz im ig ' +
    'lo ab bl ue oc oo go gi fi fo fr do da be bo br by ba os ow pl rd rt rm sh sp wa we wo'
  ).split(' '),
)

/** Digits follow each other in dates, counts and addresses. */
const WEIGHT_OF_DIGITS = 0.4

/**
 * Whether a piece looks as if it were drawn by chance. Words, dates and what is made of them stand in honest texts as
 * well as in the keys that somebody has named so, and tell nobody anything.
 */
export function isTelling(piece: string): boolean {
  let pairs = 0
  let odd = 0
  for (let at = 1; at < piece.length; at++) {
    const [one, other] = [kindOf(piece, at - 1), kindOf(piece, at)]
    if (one === 'mark' || other === 'mark') continue
    pairs++
    if (one === 'digit' && other === 'digit') odd += WEIGHT_OF_DIGITS
    else if (one === 'digit' || other === 'digit') odd++
    else if (one === 'small' && other === 'capital') odd++
    else if (!AS_IN_WORDS.has(piece.slice(at - 1, at + 1).toLowerCase())) odd++
  }
  return pairs > 0 && odd >= pairs / 2
}

function kindOf(text: string, at: number): 'digit' | 'small' | 'capital' | 'mark' {
  const character = text[at]!
  if (character >= '0' && character <= '9') return 'digit'
  if (character >= 'a' && character <= 'z') return 'small'
  return character >= 'A' && character <= 'Z' ? 'capital' : 'mark'
}
