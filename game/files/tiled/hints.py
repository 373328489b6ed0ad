"""The meaning of names on maps drawn for other programs: walls, open ground, doors or figures.

A name is taken apart into words, however they are joined (``isSolid``, ``wall-layer``, ``COLLISION_TILES2``,
``collisionlayer``, ``碰撞层``), and means something only if every word of it is known. So "wallpaper", "wall torch" and
"collision sound" mean nothing. But some words decide at the end of a name, whatever stands before them: what is called
``trees_blocking`` or ``ge_collide`` blocks. The vocabulary has the words, by language.

Names are compared by letters as Unicode has them, whatever their accents and capitals. English plurals are made by
rule; of other languages every form stands here that names of layers have. A form that is a common English word of
another meaning is left out, such as the Dutch for stairs, but for "Wand", the German for a wall. Chinese, Japanese and
Korean words stand in names without blanks between them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Literal

from game.files.tiled.schema import Property, number_in

_ACCENTS = 200
"""The combining classes from here on are of accents; those below, such as the marks of kana, make other letters."""

_BARRED = str.maketrans("łŁøØđĐ", "lLoOdD")
"""Letters with a bar, which Unicode does not take apart."""

_APOSTROPHE = re.compile("(?<=[\u0400-\u04ff])['\u2019\u02bc](?=[\u0400-\u04ff])")
"""What stands within words in Cyrillic letters, and does not part them."""


LONGEST = 200
"""Signs of a text that are compared: a property's text may be as long as its file."""


def plain(text: str) -> str:
    """A text without accents, in the usual forms of its letters; capitals stay."""
    apart = unicodedata.normalize("NFKD", _APOSTROPHE.sub("", text))
    bare = "".join(sign for sign in apart if unicodedata.combining(sign) < _ACCENTS)
    return unicodedata.normalize("NFC", bare).translate(_BARRED)


def folded(text: str) -> str:
    """The beginning of a text as it is compared: without accents, capitals and outer blanks."""
    return plain(text.strip()[:LONGEST]).strip().casefold()


def _plurals(word: str) -> tuple[str, ...]:
    if word.endswith("y"):
        return word, f"{word}s", f"{word[:-1]}ies"
    return word, f"{word}es" if word.endswith(("s", "x", "sh", "ch")) else f"{word}s", f"{word}es"


def _word_set(text: str) -> frozenset[str]:
    """The words of a text whose lines begin with the code of a language, or of the first of several.

    English ones ("en") with plurals, those of "xx" as they stand.
    """
    found: set[str] = set()
    for line in text.strip().splitlines():
        language, _, words = line.partition(": ")
        for word in map(folded, words.split()):
            found.update(_plurals(word) if language == "en" else (word,))
    return frozenset(found)


BLOCKING = _word_set("""
en: blocked blocker blocking blockage blocks barrier obstacle obstructed obstructing obstruction collide collided
en: collider colliding collidable collideable collidible collision colission impassable impassible unpassable
en: unwalkable untraversable
de: kollision kollisions kollisionen hindernis hindernisse blockade blockaden blockiert blockierend blöcke bloecke
de: blockierte blockiertes sperre sperren gesperrt absperrung absperrungen barriere barrieren unpassierbar
de: unpassierbare unpassierbares unbegehbar unbegehbare unbegehbares
fr: collision collisions obstacle obstacles blocage blocages blocs bloqué bloquée bloqués bloquées bloquant
fr: bloquante bloquants bloquantes barrière barrières infranchissable infranchissables
es: colisión colision colisiones obstáculo obstáculos bloqueo bloqueos bloques bloqueado bloqueada bloqueados bloqueadas
es: barrera barreras intransitable intransitables
pt: colisão colisões obstáculo obstáculos bloqueio bloqueios blocos bloqueado bloqueada bloqueados bloqueadas barreira
pt: barreiras intransponível intransponíveis
it: collisione collisioni ostacolo ostacoli blocchi bloccato bloccata bloccati bloccate barriera barriere
pl: kolizja kolizje kolizji kolizyjne przeszkoda przeszkody przeszkód blokada blokady blokad bloki blokujące zablokowane
pl: bariera bariery nieprzechodnie nieprzejezdne
ru: коллизия коллизии коллизий столкновение столкновения столкновений препятствие препятствия препятствий преграда
ru: преграды преград блоки блокировка блокировки барьер барьеры непроходимо непроходимый непроходимая непроходимое
ru: непроходимые
uk: колізія колізії колізій зіткнення зіткнень перешкода перешкоди перешкод перепона перепони блоки блокування
uk: бар'єр бар'єри непрохідний непрохідна непрохідне непрохідні
cs: kolize kolizí překážka překážky překážek blokace bloky bariéra bariéry neprůchozí neprůchodné
nl: botsing botsings botsingen collisie collisies
nl: obstakel obstakels blokkade blokkades blokken geblokkeerd barrière barrières hindernissen
zh: 碰撞 碰撞体 碰撞體 碰撞箱 碰撞盒 障碍 障礙 障碍物 障礙物 阻挡 阻擋 阻挡物 阻擋物 阻碍 不可通行
zh: 不可通过 不可通過 不可行走 不可走 无法通行 禁止通行
ja: 衝突 衝突判定 当たり判定 当り判定 あたり判定 コリジョン コライダー 障害物 障害 障壁 通行不可
ja: 通行禁止 通れない 進入不可 進入禁止 移動不可 ブロック
ko: 충돌 충돌체 장애물 차단 막힘 통행불가 이동불가 통행금지 콜리전 콜라이더 블록
""")
LAST = BLOCKING | _word_set("""
en: boundary bounds
de: begrenzung begrenzungs begrenzungen
fr: limite limites
""")
"""What decides as the last word of a name: it blocks, whatever the words before it are."""

SOLID = BLOCKING | _word_set("""
en: wall block solid obstruct impenetrable inaccessible
de: wand wände waende mauer mauern
fr: mur murs muraille murailles paroi parois cloison cloisons solide solides bloque
es: muro muros pared paredes muralla murallas tapia tapias sólido sólidos
pt: parede paredes muro muros muralha muralhas sólido sólidos
it: muro muri mura muraglia parete pareti solido solidi
pl: ściana ściany ścian mur mury murów
ru: стена стены стен стенка стенки блок
uk: стіна стіни стін мур мури блок
cs: zeď zdi zdí stěna stěny stěn
nl: muur muren wand wanden
zh: 墙 牆 墙壁 牆壁 墙体 牆體 围墙 圍牆 城墙 城牆 空气墙 空氣牆
ja: 壁 かべ カベ 塀 城壁 外壁 内壁
ko: 벽 벽들 담 담장 장벽 성벽
""")
"""Whose yes blocks."""

WALKABLE = _word_set("""
en: walkable passable passible traversable accessible enterable
de: begehbar begehbare begehbarer begehbares passierbar passierbare passierbares
fr: franchissable franchissables praticable praticables
es: transitable transitables caminable caminables
pt: andável andáveis caminhável caminháveis transponível transponíveis
it: percorribile percorribili calpestabile calpestabili
pl: przechodnie przejezdne
ru: проходимо проходимый проходимая проходимое проходимые
uk: прохідний прохідна прохідне прохідні
cs: průchozí průchodné
nl: begaanbaar beloopbaar
zh: 可通行 可通过 可通過 可行走 可走
ja: 通行可 通行可能 歩行可能 移動可能
ko: 통행가능 이동가능
""")
OPEN = WALKABLE | _word_set("en: walk walking pass enter")
"""Whose no blocks. As names of layers only the first kind counts: there one can walk, and nowhere else."""

NOT = _word_set("""
xx: no not non un cannot cant never without ignore ignores disable disabled
de: nicht kein keine ohne
fr: pas sans
es: sin sem nao senza
pl: nie bez
ru: не нет без
uk: ні немає
cs: není
nl: niet geen zonder
zh: 无 無 不 非 没有 沒有
ko: 없음
""")

ELSE = _word_set("""
en: camera cam view viewport screen light sight vision sound audio bullet projectile on at if when after damage event
en: trigger num number count amount total max min
de: kamera licht
fr: caméra lumière
es: cámara câmera luz
it: telecamera luce
ru: камера камеры свет
zh: 相机 摄像机 光
ja: カメラ 光
ko: 카메라 빛
""")
"""Before such a last word: what is blocked or met is something else than whoever walks there."""

OBJECT = _word_set("""
en: object obj
de: objekt objekte
fr: objet objets
es: objeto objetos
it: oggetto oggetti
pl: obiekt obiekty
ru: объект объекты
uk: об'єкт об'єкти
cs: objekt objekty
nl: object objecten
zh: 对象 對象 物体 物體 物件
ja: オブジェクト 物体
ko: 객체 오브젝트 물체
""")

TAIL = OBJECT | _word_set("""
en: layer tile map mask shape group data set
de: ebene ebenen schicht schichten kachel kacheln karte
fr: couche couches calque calques tuile tuiles carte
es: capa capas mapa
pt: camada camadas
it: livello livelli strato strati mappa
pl: warstwa warstwy
ru: слой слои карта тайл тайлы
uk: шар шари
cs: vrstva vrstvy
nl: laag lagen kaart tegel tegels
zh: 层 層 图层 圖層 图块 圖塊 地图 地圖 体 區 区 区域 區域
ja: レイヤー レイヤ マップ タイル 判定
ko: 레이어 층 지도 맵 타일
""")
"""What may stand behind the last word, as numbers may."""

PLAIN = TAIL | _word_set("""
en: is are has can does be the all my main box rect rectangle polygon area region zone grid static body level meta
en: physics flag bound boundary border edge corner side move movement moving motion way player character unit entity
en: creature monster top bottom left right upper lower inner outer front back north south east west stone wood wooden
en: brick house castle cave dungeon building room city invisible
de: innere äußere außen aussen innen stein holz haus unsichtbar unsichtbare
fr: pierre bois maison intérieur extérieur invisible invisibles
es: piedra madera casa interior exterior interiores exteriores
pt: pedra madeira
it: pietra legno interno esterno interni esterni
pl: kamienne drewniane wewnętrzne zewnętrzne niewidzialne
ru: каменные деревянные внутренние внешние верхние нижние верх низ невидимые дом дома
uk: кам'яні дерев'яні внутрішні зовнішні невидимі
cs: kamenné dřevěné vnitřní vnější neviditelné
nl: stenen houten binnen buiten onzichtbare
zh: 石 木 砖 磚 内 內 外 上 下 左 右 前 后 後 底 顶 頂 石头 透明 隐形 房屋 检测
ja: 石 木 内 外 上 下 左 右 透明 家 検出
ko: 돌 나무 내부 외부 투명
""")
"""What changes nothing beside another word."""

ARTICLES = _word_set("""
de: der die das des dem den und von mit
fr: le la les du des de et avec
es: el los las del con
pt: os as da do das dos com
it: il lo gli della delle dei degli di con
nl: het een van en
ru: из для
""")
"""Small words that mean nothing beside others. They are parts of too many words to take those apart by them."""

FRIENDS = _word_set("en: sidewalk crosswalk boardwalk catwalk walkway blockhouse sidewall roadblock sunblock")
"""Words that could be taken apart into others, and are none of them."""

ROOFS = _word_set("""
en: roof canopy treetop
de: dach dächer daecher
fr: toit toits toiture toitures
es: techo techos tejado tejados
pt: telhado telhados
it: tetto tetti
pl: dach dachy
ru: крыша крыши
uk: дах дахи
cs: střecha střechy
nl: dak daken
zh: 屋顶 屋頂
ja: 屋根
ko: 지붕
""")

ABOVE = ROOFS | {"above", "overhead", "foreground", "top", "tops"}
"""Names of layers that foreign maps draw over their figures."""

FLOORS = _word_set("""
en: floor ground carpet rug
de: boden böden fußboden fußböden teppich
fr: sol sols plancher planchers tapis
es: suelo suelos piso pisos alfombra
pt: chão tapete
it: pavimento pavimenti tappeto
pl: podłoga podłogi dywan
ru: пол полы земля ковёр
uk: підлога підлоги земля килим
cs: podlaha podlahy koberec
nl: vloer vloeren tapijt
zh: 地板 地面 地毯
ja: 床 地面 絨毯
ko: 바닥 땅
""")

DECOR = (FLOORS | ROOFS) | _word_set("""
en: decor deco decoration decal detail ornament shadow shade torch light lamp paper painting poster banner moss ivy vine
en: crack stain trim overlay effect glow clutter window door above overhead
""")
"""In a group of walls what is called so is no wall."""

KINDS = _word_set("""
xx: type kind class tag tags terrain category role collision physics
de: typ klasse
es: tipo clase
fr: genre classe
ru: тип вид
zh: 类型 類型
ja: 種類 タイプ
ko: 종류 타입
""")
"""Properties whose text may be such a word."""

YES = _word_set("""
xx: true t yes y on full all
de: wahr ja vrai oui verdadero si verdadeiro sim vero tak ano
ru: да так истина
zh: 是 はい 예
""")
NO = _word_set("""
xx: false f no n off none
de: falsch nein faux non falso nao nie ne nee
ru: нет ні ложь
zh: 否 いいえ 아니오
""")

PARTY = _word_set("""
en: player hero ally party placement
de: spieler held helden
fr: joueur joueurs héros
es: jugador jugadores héroe héroes
pt: jogador jogadores herói heróis
it: giocatore giocatori eroe eroi
pl: gracz gracza gracze bohater bohaterowie
ru: игрок игрока игроки игроков герой героя герои
uk: гравець гравця гравці герой героя герої
cs: hráč hráče hráči hrdina hrdinové
nl: speler spelers
zh: 玩家 英雄 主角
ja: プレイヤー プレーヤー 主人公 勇者
ko: 플레이어 영웅 주인공
""")
FOES = _word_set("""
en: enemy foe monster npc opponent mob boss
de: gegner feind feinde
fr: ennemi ennemis monstre monstres
es: enemigo enemigos monstruo monstruos
pt: inimigo inimigos monstro monstros
it: nemico nemici mostro mostri
pl: wróg wroga wrogowie wrogów potwór potwory przeciwnik przeciwnicy
ru: враг врага враги врагов монстр монстры монстров противник противники
uk: ворог ворога вороги ворогів монстр монстри
cs: nepřítel nepřátelé příšera příšery
nl: vijand vijanden
zh: 敌人 敵人 怪物 敌方 敵方
ja: 敵 モンスター
ko: 적 몬스터 적군
""")
PEOPLE = _word_set("""
en: actor character person people villager citizen guard animal
de: figur figuren personen
fr: personnage personnages
es: personaje personajes
pt: personagem personagens
it: personaggio personaggi
pl: postać postacie postaci
ru: персонаж персонажи люди
uk: персонаж персонажі
cs: postava postavy
nl: personage personages
zh: 人物 角色
ja: キャラ キャラクター 人物
ko: 캐릭터 사람
""")
STARTS = _word_set("""
en: start spawn spawner spawnpoint startpoint
de: startpunkt startpunkte
fr: départ
es: inicio
ru: старт спавн появления
cs: začátek
zh: 出生点 出生點 起点 起點 刷新点 刷新點
ja: スタート スポーン 開始位置 初期位置 出現位置
ko: 시작 스폰
""")
DOORS = _word_set("""
en: door doorway gate exit entrance entry warp portal teleport teleporter stair staircase ladder transition mapchange
de: tür türen tuer tueren tor tore eingang eingänge ausgang ausgänge treppe treppen
fr: porte portes entrée entrées sortie sorties escalier escaliers
es: puerta puertas entrada entradas salida salidas escalera escaleras
pt: porta portas saída saídas escada escadas
it: porta porte portone ingresso ingressi uscita uscite
pl: drzwi brama bramy wejście wyjście schody
ru: дверь двери дверей ворота вход входы выход выходы лестница лестницы
uk: двері дверей ворота вхід входи вихід виходи сходи
cs: dveře dveří brána brány vchod schody
nl: deur deuren poort poorten ingang uitgang
zh: 门 門 大门 大門 入口 出口 楼梯 樓梯 传送 传送门 传送点 傳送門
ja: ドア 扉 門 入口 入り口 出口 階段 ワープ
ko: 문 출입문 입구 출구 계단 포탈
""")
PATHS = _word_set("""
en: path pathway road trail route waypoint patrol walkway sidewalk street
de: weg wege straße straßen pfad pfade
fr: chemin chemins rue rues sentier sentiers
es: camino caminos carretera carreteras calle calles sendero senderos
pt: caminho caminhos estrada estradas rua ruas
it: strada strade sentiero sentieri
pl: droga drogi dróg ścieżka ścieżki ulica ulice
ru: дорога дороги дорог путь пути тропа тропы улица улицы
uk: дорога дороги шлях шляхи стежка стежки вулиця вулиці
cs: cesta cesty silnice ulice
nl: wegen straat straten
zh: 路 道路 小路 路径 路徑
ja: 道 道路 小道 通路
ko: 길 도로
""")
ABOUT = OBJECT | _word_set("""
en: point pos position location area zone region place begin starting initial unit character main
en: marker team group layer
xx: begins the of for
de: punkt
fr: point position
es: punto posición
pt: ponto posição
it: punto posizione
ru: точка место слой
uk: точка місце
zh: 点 點 位置 地点 层 層
ja: ポイント 位置
ko: 위치 지점
""")
"""What may stand beside the word for a figure."""


WordKind = Literal["solid", "open", "not", "plain"]
Meaning = Literal["solid", "open"]
"""Of a yes: nobody can be there, or anybody can."""

LayerSays = Literal["solid", "open", "clear", ""]
"""Of what lies in a layer: it blocks; only there one can walk; it blocks nothing; nothing is said."""


_AROUND = ABOUT | STARTS
"""What may stand beside the word for a figure."""

HIDES = ("opaque", "block sight", "blocks sight", "blocks vision", "blocks light", "block light", "blocks view")
"""Whose yes hides what lies behind."""

TABLE: dict[str, WordKind] = {
    **dict.fromkeys(PLAIN, "plain"),
    **dict.fromkeys(OPEN, "open"),
    **dict.fromkeys(SOLID, "solid"),
    **dict.fromkeys(NOT, "not"),
}
"""Every word that walls and open ground are told by, singular and plural."""

_JOINED = ("blocks", *sorted(each for each in LAST if len(each) >= 7))
"""Last words that are told at the end of a longer word as well."""

_WORD = re.compile(r"A{2,}s(?![as])|A+(?![as])|A?[as]+|0+|x+")


def _kind(sign: str) -> str:
    """What a letter is for taking names apart: a capital, an s, another small one, a digit, or one of a script that has
    no capitals."""
    if sign.isdecimal():
        return "0"
    if sign.isupper() or sign.istitle():
        return "A"
    if sign.islower():
        return "s" if sign == "s" else "a"
    return "x" if unicodedata.category(sign)[0] in "LM" else " "


_UNSPACED = frozenset(
    each
    for each in PLAIN | OPEN | SOLID | NOT | ELSE | DECOR | PARTY | FOES | PEOPLE | DOORS | PATHS | _AROUND
    if _kind(each[0]) == "x"
)
"""Words of scripts that have no capitals, and mostly no blanks between words."""


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared, however they are joined by signs, digits or capitals."""
    text = plain(name[:LONGEST])
    kinds = "".join(map(_kind, text))
    parts = (text[found.start() : found.end()].casefold() for found in _WORD.finditer(kinds))
    return tuple(piece for part in parts for piece in (_unspaced(part) if _kind(part[0]) == "x" else (part,)))


def _unspaced(part: str) -> list[str]:
    """What stands without blanks as known words, if it is made of them, or ends with some of two signs or more."""
    rest, found = part, list[str]()
    while rest:
        last = next((rest[at:] for at in range(len(rest)) if rest[at:] in _UNSPACED), "")
        if not last:
            return [rest, *found] if any(len(each) > 1 for each in found) else [part]
        found.insert(0, last)
        rest = rest.removesuffix(last)
    return found


def word(text: str) -> str:
    """A name as ids are: small letters, blanks and dashes as underscores."""
    return text.strip().lower().replace(" ", "_").replace("-", "_")


@lru_cache(maxsize=4096)
def meaning(name: str) -> Meaning | None:
    """What a yes to this name says of the ground, or what being called so does; None if not every word is known, and
    the last one does not decide."""
    kinds: list[WordKind] = []
    walkable, known = False, True
    for part in words(name):
        pieces = _pieces(part)
        known = known and pieces is not None
        kinds += [TABLE[piece] for piece in pieces or ()]
        walkable = walkable or any(piece in WALKABLE for piece in pieces or ())
    denied = kinds.count("not") % 2 == 1
    if known and "solid" in kinds:
        return "open" if denied or walkable else "solid"
    if known and "open" in kinds:
        return "solid" if denied else "open"
    if _ends_solid(name):
        return "open" if denied else "solid"
    return None


def _ends_solid(name: str) -> bool:
    """Whether the last word of a name says that it blocks, and those before it do not make it something else."""
    parts = [part for part in words(name) if not part.isdigit() and (len(part) > 1 or part in TABLE)]
    while len(parts) > 1 and _any_of(parts[-1], TAIL):
        parts.pop()
    if not parts or any(_any_of(part, ELSE) for part in parts):
        return False
    return parts[-1] in LAST or (parts[-1].endswith(_JOINED) and parts[-1] not in FRIENDS)


def _pieces(part: str) -> list[str] | None:
    """A word as words of the table, the longest first; numbers, articles and single letters are none. None for other
    words."""
    if part in TABLE:
        return [part]
    if part.isdigit() or part in ARTICLES or (len(part) == 1 and _kind(part) != "x"):
        return []
    if part in FRIENDS or len(part) > 40:
        return None
    for cut in range(len(part) - 2, 1, -1):
        if part[:cut] in TABLE:
            rest = _pieces(part[cut:])
            if rest:
                return [part[:cut], *rest]
    return None


def truth(entry: Property) -> bool | None:
    """What a property says, if it can be read as yes or no: one that is there and empty was set for a yes."""
    text = folded(entry.text)
    if text in YES or (not text and entry.type == "string"):
        return True
    if text in NO:
        return False
    value = number_in(text)
    return None if value is None else value != 0


def says_solid(properties: Mapping[str, Property]) -> bool | None:
    """Whether properties say that something blocks, or that it does not; None if they say nothing of it."""
    said: bool | None = None
    for name, entry in properties.items():
        value, means = truth(entry), meaning(name)
        if value is None and folded(name) in KINDS:
            for text in entry.text[:LONGEST].split(","):
                called = meaning(text)
                if called:
                    said = said or called == "solid"
        elif value is not None and means is not None:
            said = said or (means == "solid") == value
        elif value and " ".join(words(name)) in HIDES:
            said = True
    return said


def layer_says(name: str, klass: str, properties: dict[str, Property]) -> LayerSays:
    """What a layer's or group's own class, properties and name say of what lies in it."""
    solid = says_solid(properties)
    if solid is not None:
        return "solid" if solid else "clear"
    for text in (klass, name):
        match meaning(text):
            case "solid":
                return "solid"
            case "open":
                walkable = any(piece in WALKABLE for part in words(text) for piece in _pieces(part) or ())
                return "open" if walkable else "clear"
    return ""


def decorates(name: str) -> bool:
    """Whether a layer in a group of walls is called like something that hangs on them, or lies between them."""
    return calls(name, DECOR)


def calls(text: str, names: Collection[str]) -> bool:
    """Whether some word of a name is one of these, singular or plural."""
    return any(_any_of(part, names) for part in words(text))


@lru_cache(maxsize=4096)
def side_called(text: str) -> str:
    """The side of a figure called so: party, foe, "any" for a start of whoever, or nothing."""
    parts = [part for part in words(text) if not part.isdigit()]
    others = [part for part in parts if part not in ARTICLES and not _any_of(part, _AROUND)]
    joined = "".join(parts)
    for side, names in (("party", PARTY), ("foe", FOES)):
        if others and all(_any_of(part, names) for part in others):
            return side
        if any(joined[:at] in names and joined[at:] in _AROUND for at in range(1, len(joined))):
            return side
        if any(joined[:at] in _AROUND and joined[at:] in names for at in range(1, len(joined))):
            return side
    return "any" if not others and any(_any_of(part, STARTS) for part in parts) else ""


@lru_cache(maxsize=4096)
def figure_called(text: str) -> bool:
    """Whether somebody or a start is called so, of any side or of none."""
    parts = [part for part in words(text) if not part.isdigit() and part not in ARTICLES]
    someone = [part for part in parts if _any_of(part, PEOPLE)]
    return bool(side_called(text)) or (bool(someone) and all(_any_of(part, PEOPLE | _AROUND) for part in parts))


def _any_of(part: str, names: Collection[str]) -> bool:
    singular = (part, part.removesuffix("s"), part.removesuffix("es"), f"{part.removesuffix('ies')}y")
    return any(form in names for form in singular)
