// The texts, in English and Russian.
import { keep, kept } from "./dom.js";

const texts = {
  en: {
    play: "Play", analyse: "Analyse", watch: "Watch", boardLabel: "Board. Arrow keys move between squares, Enter takes a piece up and puts it down.",
    language: "РУС", languageTitle: "Switch to Russian", theme: "Light or dark", flip: "Turn the board", help: "Keys",
    newGame: "New game", yourColour: "You play", white: "White", black: "Black", random: "Either", strength: "Strength", level: "Level", levelFull: "full strength",
    byLevel: "Level", byClock: "Clock", minutes: "Minutes", increment: "Seconds a move", opening: "Opening", openStart: "Start position",
    table_moves: "Drawn by lot: moves", table_flying: "Drawn by lot: flying men", table_basic150: "Drawn by lot: basic 150",
    variant: "Game", russian: "Russian draughts", losing: "Giveaway", begin: "Play", you: "You", engine: "Engine",
    undo: "Take back", hint: "Hint", offer: "Offer draw", resign: "Resign", resignSure: "Really resign?", toAnalysis: "Analyse", again: "New game",
    yourMove: "Your move", yourCapture: "Your move: you must capture", thinking: "The engine is thinking", waiting: "Waiting",
    declined: "The engine declines the draw", hintIs: "Hint: {move}",
    first: "Start", previous: "Back", next: "Forward", last: "End", moveInput: "Move", moveInputHint: "Type a move: c3-d4, cd4, 22-17", movesOfGame: "Moves",
    "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw", "*": "Unfinished",
    "no moves": "no moves left", "no pieces": "no pieces left", repetition: "third repetition", "kings-only": "15 moves with kings only", balance: "balance unchanged",
    "three-kings": "three kings against one", "main-road": "main road held", agreement: "by agreement", time: "on time", resignation: "by resignation",
    count: "{name}: {moves} of {limit}", "count_kings-only": "Kings only", count_balance: "Balance unchanged", "count_three-kings": "Three kings against one", "count_main-road": "Main road", stood: "Position repeated: {n} of 3",
    connecting: "No connection to the server. Trying again…", retry: "Try again", gameLost: "This game cannot be resumed: {error}",
    engineLines: "Lines", analysisOn: "Engine", depth: "depth {n}", speed: "{n} M/s", analysisOff: "The engine is off. Switch it on to see its lines.", analysisWait: "Waiting for the engine", analysisPaused: "The engine waits until the position is set up.", gameOver: "The game is over here.",
    tableSays: "Endgame table", tableWin: "White wins", tableLoss: "Black wins", tableDraw: "draw", inPlies: "in {n} plies",
    tabMoves: "Moves", tabTerms: "Evaluation", tabSetup: "Set up", tabGames: "Games",
    termsOf: "What the position is worth without a search, term by term, in men for White.", term: "Term", total: "Total", wdl: "For the side to move in play: win {w} %, draw {d} %, loss {l} %", noTerms: "The evaluation is not available here.",
    comment: "Comment", commentHint: "A comment on this move", mark: "Mark", promote: "Make main line", removeMove: "Delete from here",
    setupHelp: "Choose a piece and click squares, or drag pieces. Off the board they are gone.", clear: "Clear", startPosition: "Start", toMove: "To move", done: "Use this position", remove: "Remove",
    pasteLabel: "FEN, PDN, or a position in words", paste: "Read", fen: "FEN", written: "In words", copy: "Copy", copied: "Copied",
    openFile: "Open file…", save: "Save PDN", annotate: "Annotate", annotating: "Annotating: {n} of {of}", stop: "Stop", secondsEach: "seconds a move", noGames: "Open a PDN file, drop one here, or paste a game.", problems: "The file has a fault", moreGames: "There are more games than are listed.", gameNumber: "Game {n}",
    whitePlayer: "White", blackPlayer: "Black", bestWas: "better {line}",
    chartLabel: "Score by move", scoreBar: "Score: {score}", newTree: "New analysis", plays: "{who}: {move}", whichWay: "Several captures end there: click the squares one after the other.", mustCapture: "You must capture with another piece.",
    taken: "{square} taken up, can go to {targets}", piece_e: "empty", piece_w: "white man", piece_b: "black man", piece_W: "white king", piece_B: "black king",
    games: "Games", elo: "Elo", los: "LOS", points: "Points", llr: "Test (LLR)", board: "Board", matchOver: "The match is over.", matchWait: "The match is about to begin.",
    keysTitle: "Keys", keysText: "← → moves back and forward · ↑ ↓ start and end · F turns the board · / types a move · on the board: arrows, Enter, Escape",
    close: "Close", saved: "Your game is kept on this computer.",
  },
  ru: {
    play: "Игра", analyse: "Анализ", watch: "Матч", boardLabel: "Доска. Стрелки ведут по полям, Enter берёт и ставит шашку.",
    language: "ENG", languageTitle: "Switch to English", theme: "Светлая или тёмная тема", flip: "Перевернуть доску", help: "Клавиши",
    newGame: "Новая партия", yourColour: "Вы играете", white: "Белыми", black: "Чёрными", random: "Любыми", strength: "Сила", level: "Уровень", levelFull: "полная сила",
    byLevel: "Уровень", byClock: "Часы", minutes: "Минуты", increment: "Секунд на ход", opening: "Дебют", openStart: "Начальная позиция",
    table_moves: "Жеребьёвка: таблица ходов", table_flying: "Жеребьёвка: летающие шашки", table_basic150: "Жеребьёвка: основные 150",
    variant: "Игра", russian: "Русские шашки", losing: "Поддавки", begin: "Играть", you: "Вы", engine: "Программа",
    undo: "Вернуть ход", hint: "Подсказка", offer: "Ничья?", resign: "Сдаться", resignSure: "Точно сдаться?", toAnalysis: "Анализ", again: "Новая партия",
    yourMove: "Ваш ход", yourCapture: "Ваш ход: надо бить", thinking: "Программа думает", waiting: "Ожидание",
    declined: "Программа отклонила ничью", hintIs: "Подсказка: {move}",
    first: "В начало", previous: "Назад", next: "Вперёд", last: "В конец", moveInput: "Ход", moveInputHint: "Введите ход: c3-d4, цд4 или 22-17", movesOfGame: "Ходы",
    "1-0": "Белые выиграли", "0-1": "Чёрные выиграли", "1/2-1/2": "Ничья", "*": "Не окончена",
    "no moves": "нет ходов", "no pieces": "нет шашек", repetition: "троекратное повторение", "kings-only": "15 ходов одними дамками", balance: "соотношение сил не менялось",
    "three-kings": "три дамки против одной", "main-road": "большак удержан", agreement: "по соглашению", time: "просрочено время", resignation: "сдача",
    count: "{name}: {moves} из {limit}", "count_kings-only": "Одни дамки", count_balance: "Силы без изменений", "count_three-kings": "Три дамки против одной", "count_main-road": "Большак", stood: "Позиция повторилась: {n} из 3",
    connecting: "Нет связи с сервером. Пробую снова…", retry: "Ещё раз", gameLost: "Эту партию не продолжить: {error}",
    engineLines: "Варианты", analysisOn: "Программа", depth: "глубина {n}", speed: "{n} млн/с", analysisOff: "Программа выключена. Включите её, чтобы видеть варианты.", analysisWait: "Ожидание программы", analysisPaused: "Программа ждёт, пока позиция расставлена.", gameOver: "Здесь партия окончена.",
    tableSays: "Таблица окончаний", tableWin: "выигрыш белых", tableLoss: "выигрыш чёрных", tableDraw: "ничья", inPlies: "полуходов: {n}",
    tabMoves: "Ходы", tabTerms: "Оценка", tabSetup: "Расстановка", tabGames: "Партии",
    termsOf: "Чего стоит позиция без перебора, по слагаемым, в шашках для белых.", term: "Слагаемое", total: "Итого", wdl: "Для стороны, чей ход: выигрыш {w} %, ничья {d} %, проигрыш {l} %", noTerms: "Оценка здесь недоступна.",
    comment: "Примечание", commentHint: "Примечание к этому ходу", mark: "Знак", promote: "Сделать главным", removeMove: "Удалить отсюда",
    setupHelp: "Выберите шашку и щёлкайте по полям или перетаскивайте. За доской шашка снимается.", clear: "Очистить", startPosition: "Начальная", toMove: "Ход", done: "Взять эту позицию", remove: "Убрать",
    pasteLabel: "FEN, PDN или позиция словами", paste: "Прочесть", fen: "FEN", written: "Словами", copy: "Копировать", copied: "Скопировано",
    openFile: "Открыть файл…", save: "Сохранить PDN", annotate: "Разобрать", annotating: "Разбор: {n} из {of}", stop: "Стоп", secondsEach: "секунд на ход", noGames: "Откройте файл PDN, перетащите его сюда или вставьте партию.", problems: "В файле ошибка", moreGames: "Партий больше, чем в списке.", gameNumber: "Партия {n}",
    whitePlayer: "Белые", blackPlayer: "Чёрные", bestWas: "лучше {line}",
    chartLabel: "Оценка по ходам", scoreBar: "Оценка: {score}", newTree: "Новый анализ", plays: "{who}: {move}", whichWay: "Там кончаются разные взятия: щёлкайте поля по порядку.", mustCapture: "Надо бить другой шашкой.",
    taken: "{square} взята, может пойти на {targets}", piece_e: "пусто", piece_w: "белая шашка", piece_b: "чёрная шашка", piece_W: "белая дамка", piece_B: "чёрная дамка",
    games: "Партии", elo: "Эло", los: "LOS", points: "Очки", llr: "Проверка (LLR)", board: "Доска", matchOver: "Матч окончен.", matchWait: "Матч вот-вот начнётся.",
    keysTitle: "Клавиши", keysText: "← → назад и вперёд · ↑ ↓ начало и конец · F переворот доски · / ввод хода · на доске: стрелки, Enter, Escape",
    close: "Закрыть", saved: "Партия хранится на этом компьютере.",
  },
};

/** What the server says is wrong, in Russian: patterns and their translations. */
const problems = [
  [/^move "(.*)": illegal, a capture is compulsory, want (.*)$/, "Ход «$1»: надо бить — $2"],
  [/^move "(.*)": illegal, .*$/, "Ход «$1» невозможен"],
  [/^move "(.*)": ambiguous, want one of (.*)$/, "Ход «$1» можно понять по-разному: $2"],
  [/^move "(.*)": .*$/, "«$1» — не ход"],
  [/^the game is over/, "Партия окончена"],
  [/^it is not your move/, "Сейчас не ваш ход"],
  [/^the connection is lost/, "Нет связи с сервером"],
  [/^in a game with clocks/, "В партии с часами ходы не возвращают"],
  [/^there is no move to take back/, "Возвращать нечего"],
  [/^the engine/, "Программа не отвечает: $&"],
  [/^.*square "(\S+)": a (?:white|black) man on its promotion rank.*$/, "$1: простая не может стоять на последнем ряду"],
  [/^position .*$/, "Не похоже на позицию: нужен FEN или запись словами"],
  [/^(?:FEN|written position|Hub position): (.*)$/, "Ошибка в позиции: $1"],
  [/^there is no game in it.*/, "Здесь нет партии, нужен PDN"],
];

/** Says what is wrong in the language of the page, as far as it can. */
export function problemText(message) {
  const known = language === "ru" && problems.find(([pattern]) => pattern.test(message));
  return known ? message.replace(known[0], known[1]) : message;
}

/** The names of the terms of the evaluation in Russian. */
const terms = {
  man: "шашка", king: "дамка", "king on the main road": "дамка на большаке", "king on a twin road": "дамка на двойнике", "step left": "ход влево", "step right": "ход вправо",
  "safe step": "безопасный ход", hanging: "под боем", triangle: "треугольник", "chain on the left": "цепь слева", "chain on the right": "цепь справа", "hole left": "дыра слева", "hole right": "дыра справа",
  blocked: "заперта", "free man": "проходная", "free man past the middle": "проходная за серединой", "free man on rank 7": "проходная на 7-й", centre: "центр",
  "any king": "есть дамка", "imbalance of the wings": "перевес флангов", "to move": "очередь хода", opposition: "оппозиция",
};

let language = kept("language") ?? (navigator.languages?.find((l) => /^(ru|en)/.test(l))?.startsWith("ru") ? "ru" : "en");

/** Returns a text, with its {places} filled in; the key itself where there is none. */
export function t(key, values = {}) {
  const text = texts[language][key] ?? texts.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const current = () => language;

/** Returns the name of a term of the evaluation. */
export function termName(name) {
  if (language !== "ru") return name;
  return terms[name] ?? name.replace(/^man on /, "шашка на ").replace(/^guards /, "дамочное поле: ").replace(/^pattern /, "узор ");
}

export function setLanguage(name) {
  language = name in texts ? name : "en";
  keep("language", language);
  translate();
  dispatchEvent(new Event("language"));
}

/** Fills in the texts of the page, or of a part of it. */
export function translate(root = document) {
  document.documentElement.lang = language;
  for (const e of root.querySelectorAll("[data-t]")) e.textContent = t(e.dataset.t);
  for (const e of root.querySelectorAll("[data-t-title]")) {
    e.title = t(e.dataset.tTitle);
    e.setAttribute("aria-label", e.title);
  }
  for (const e of root.querySelectorAll("[data-t-placeholder]")) e.placeholder = t(e.dataset.tPlaceholder);
}

/** Returns a number with the language's decimal sign. */
export function number(x, digits = 2) {
  return x.toLocaleString(language === "ru" ? "ru" : "en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Returns a score, White's, as people write it. */
export function scoreText(score) {
  if (!score) return "";
  if (score.win) {
    const n = Math.ceil(Math.abs(score.win) / 2);
    return (score.win > 0 ? "+" : "−") + "#" + n;
  }
  if (Math.abs(score.men) >= 100) return score.men > 0 ? "1-0" : "0-1";
  const text = number(Math.abs(score.men));
  return (score.men > 0.004 ? "+" : score.men < -0.004 ? "−" : "") + text;
}
