"""The words that tell what names on maps from elsewhere mean, by language: in capitals or not, with accents or without.

English plurals are made by rule; of other languages every form stands here that names of layers have. A form that is a
common English word of another meaning is left out, such as the Dutch for stairs, but for "Wand", the German for a wall.
Chinese, Japanese and Korean words stand in names without blanks between them.
"""

from __future__ import annotations

from game.files.tiled.spelling import folded


def _plurals(word: str) -> tuple[str, ...]:
    if word.endswith("y"):
        return word, f"{word}s", f"{word[:-1]}ies"
    return word, f"{word}es" if word.endswith(("s", "x", "sh", "ch")) else f"{word}s", f"{word}es"


def _listed(text: str) -> frozenset[str]:
    """The words of a text whose lines begin with the code of a language, or of the first of several.

    English ones ("en") with plurals, those of "xx" as they stand.
    """
    found: set[str] = set()
    for line in text.strip().splitlines():
        language, _, words = line.partition(": ")
        for word in map(folded, words.split()):
            found.update(_plurals(word) if language == "en" else (word,))
    return frozenset(found)


BLOCKING = _listed("""
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
LAST = BLOCKING | _listed("""
en: boundary bounds
de: begrenzung begrenzungs begrenzungen
fr: limite limites
""")
"""What decides as the last word of a name: it blocks, whatever the words before it are."""

SOLID = BLOCKING | _listed("""
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

WALKABLE = _listed("""
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
OPEN = WALKABLE | _listed("en: walk walking pass enter")
"""Whose no blocks. As names of layers only the first kind counts: there one can walk, and nowhere else."""

NOT = _listed("""
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

ELSE = _listed("""
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

OBJECT = _listed("""
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

TAIL = OBJECT | _listed("""
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

PLAIN = TAIL | _listed("""
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

ARTICLES = _listed("""
de: der die das des dem den und von mit
fr: le la les du des de et avec
es: el los las del con
pt: os as da do das dos com
it: il lo gli della delle dei degli di con
nl: het een van en
ru: из для
""")
"""Small words that mean nothing beside others. They are parts of too many words to take those apart by them."""

FRIENDS = _listed("en: sidewalk crosswalk boardwalk catwalk walkway blockhouse sidewall roadblock sunblock")
"""Words that could be taken apart into others, and are none of them."""

ROOFS = _listed("""
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

FLOORS = _listed("""
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

DECOR = (FLOORS | ROOFS) | _listed("""
en: decor deco decoration decal detail ornament shadow shade torch light lamp paper painting poster banner moss ivy vine
en: crack stain trim overlay effect glow clutter window door above overhead
""")
"""In a group of walls what is called so is no wall."""

KINDS = _listed("""
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

YES = _listed("""
xx: true t yes y on full all
de: wahr ja vrai oui verdadero si verdadeiro sim vero tak ano
ru: да так истина
zh: 是 はい 예
""")
NO = _listed("""
xx: false f no n off none
de: falsch nein faux non falso nao nie ne nee
ru: нет ні ложь
zh: 否 いいえ 아니오
""")

PARTY = _listed("""
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
FOES = _listed("""
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
PEOPLE = _listed("""
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
STARTS = _listed("""
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
DOORS = _listed("""
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
PATHS = _listed("""
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
ABOUT = OBJECT | _listed("""
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
