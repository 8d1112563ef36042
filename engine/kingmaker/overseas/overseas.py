"""The chapter of refuge, exile and errands overseas (rules 2.5, 3.12, 3.15, 4.11)."""

from engine.core.chapter import Chapter
from engine.kingmaker.overseas import refuge, stranded

CHAPTER = Chapter(
    steps=(stranded.Stranded, stranded.LastRefuge),
    actions=(refuge.Refuge, stranded.Fetch, stranded.GiveUpHeirs, stranded.GiveUpNoble),
)
